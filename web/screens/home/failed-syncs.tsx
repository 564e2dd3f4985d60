import type { Data } from "../../client/operation-types.ts";
import { AppLink } from "../../components/app-link.tsx";
import { Panel } from "../../components/panel.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import styles from "./home-screen.module.css";

type FailedSyncsProps = {
  readonly syncs: Data<"showDashboard">["failed_syncs"];
  readonly total: number;
};

export function FailedSyncs({ syncs, total }: FailedSyncsProps) {
  if (syncs.length === 0) return null;
  return (
    <Panel title="Failed syncs">
      <ul className={styles.list}>
        {syncs.map((sync) => (
          <li key={sync.app_id} className={styles.item}>
            <AppLink
              platform={sync.platform}
              externalId={sync.external_id}
              name={sync.app_name}
              iconUrl={sync.icon_url}
              detail={sync.error_message ?? "The store did not respond."}
            />
            <p className={styles.detail}>
              Failed <TimeAgo at={sync.completed_at} />.{" "}
              {sync.next_retry_at === null ? (
                "The next daily sync retries it. To retry it now, sync the app on its page."
              ) : (
                <>
                  Next attempt <TimeAgo at={sync.next_retry_at} />.
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      {total > syncs.length && <p className={styles.detail}>And {total - syncs.length} more.</p>}
    </Panel>
  );
}
