import type { Data } from "../../client/operation-types.ts";
import { AppLink } from "../../components/app-link.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Panel } from "../../components/panel.tsx";
import { ButtonLink } from "../../components/text-link.tsx";
import { formatDay } from "../../format/times.ts";
import styles from "./home-screen.module.css";

type NewestVersionsProps = { readonly versions: Data<"showDashboard">["competitor_versions"] };

export function NewestVersions({ versions }: NewestVersionsProps) {
  return (
    <Panel title="Newest versions of competitors">
      {versions.length === 0 ? (
        <EmptyState
          title="You do not follow any competitors yet"
          action={<ButtonLink href="/apps">Choose an app</ButtonLink>}
        >
          Add competitors on an app’s tab “Rivals”.
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {versions.map((one) => (
            <li key={one.version_id}>
              <AppLink
                platform={one.platform}
                externalId={one.external_id}
                name={one.app_name}
                iconUrl={one.icon_url}
                detail={`${one.version}${one.release_date === null ? "" : `, released ${formatDay(one.release_date)}`}`}
                tab="/changes?view=versions"
              />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
