import { DataTable } from "../../../components/data-table.tsx";
import { DayText } from "../../../components/day-text.tsx";
import { shortName } from "./day-events.ts";
import styles from "./timeline.module.css";
import type { TimelineData } from "./timeline-data.ts";

/** The same days and values as text, the newest day first. */
export function TimelineTable({ data }: { readonly data: TimelineData }) {
  const rows = data.days.map((_, place) => data.factsOf(place)).toReversed();
  const names = rows[0]?.values.map(({ name }) => name) ?? [];
  return (
    <div className={styles.table}>
      <DataTable
        isHeightLimited
        caption="Timeline, by day"
        columns={[
          { key: "day", name: "Day", render: ({ day }) => <DayText day={day} /> },
          ...names.map((name, index) => ({
            key: name,
            name,
            align: "end" as const,
            render: ({ values }: (typeof rows)[number]) => values[index]?.value ?? "not known",
          })),
          { key: "changes", name: "Changes", render: ({ own }) => own.map(shortName).join(", ") },
          {
            key: "rivals",
            name: "Competitors’ changes",
            render: ({ ofRivals }) => ofRivals.map((event) => `${event.app.name}: ${shortName(event)}`).join(", "),
          },
          { key: "notes", name: "Notes", render: ({ notes }) => <bdi>{notes.map(({ text }) => text).join(", ")}</bdi> },
        ]}
        rows={rows}
        rowKey={({ day }) => day}
      />
    </div>
  );
}
