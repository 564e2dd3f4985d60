import { Badge } from "../../../components/badge.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { ChangeRows } from "../../../features/changes/change-rows.tsx";
import { headlineOf } from "../../../features/changes/change-texts.ts";
import { useAppFrame } from "../use-app-frame.ts";
import type { ChangeRun } from "./change-groups.ts";
import styles from "./change-run.module.css";

export function RunOfChanges({ run }: { readonly run: ChangeRun }) {
  const { app } = useAppFrame();
  return (
    <li className={styles.run}>
      <p className={styles.when}>
        <TimeAgo at={run.at} />
        {run.version !== null && <Badge>Version {run.version}</Badge>}
      </p>
      {run.groups.map((group) => (
        <div key={group.field} className={styles.group}>
          <h3>{headlineOf(group)}</h3>
          <ChangeRows changes={group.changes} app={app} />
        </div>
      ))}
    </li>
  );
}
