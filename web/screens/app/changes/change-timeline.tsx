import { DayText } from "../../../components/day-text.tsx";
import type { Change } from "../../../features/changes/change.ts";
import { groupChanges } from "./change-groups.ts";
import { RunOfChanges } from "./change-run.tsx";
import styles from "./change-timeline.module.css";

export function ChangeTimeline({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <ol className={styles.timeline}>
      {groupChanges(changes).map(({ day, runs }) => (
        <li key={day} className={styles.day}>
          <h2 className={styles.date}>
            <DayText day={day} />
          </h2>
          <ol className={styles.runs}>
            {runs.map((run) => (
              <RunOfChanges key={run.at} run={run} />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}
