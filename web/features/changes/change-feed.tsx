import { DayText } from "../../components/day-text.tsx";
import { type AppMark, ChangeEntry } from "./change-entry.tsx";
import styles from "./change-feed.module.css";
import { type Change, groupByDay } from "./change-groups.ts";

type ChangeFeedProps = {
  readonly changes: readonly Change[];
  readonly marks?: readonly AppMark[] | undefined;
};

export function ChangeFeed({ changes, marks = [] }: ChangeFeedProps) {
  return (
    <div className={styles.feed}>
      {groupByDay(changes).map(({ day, groups }) => (
        <section key={day} className={styles.day} aria-labelledby={`changes-${day}`}>
          <h2 id={`changes-${day}`} className={styles.title}>
            <DayText day={day} />
          </h2>
          <ol>
            {groups.map((group) => (
              <ChangeEntry key={group.key} group={group} marks={marks} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}
