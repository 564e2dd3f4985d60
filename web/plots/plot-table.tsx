import { DataTable } from "../components/data-table.tsx";
import { DayText } from "../components/day-text.tsx";
import styles from "./plot-figure.module.css";
import type { LinePlotProps } from "./plot-input.ts";

export function PlotTable({
  title,
  days,
  series,
  format,
}: Pick<LinePlotProps, "title" | "days" | "series" | "format">) {
  const rows = days.map((day, place) => ({ day, place })).toReversed();
  return (
    <div className={styles.table}>
      <DataTable
        isHeightLimited
        hasNoCsv
        caption={`${title}, by day`}
        columns={[
          { key: "day", name: "Day", render: ({ day }) => <DayText day={day} /> },
          ...series.map(({ name, values }) => ({
            key: name,
            name,
            align: "end" as const,
            render: ({ place }: { readonly place: number }) => {
              const value = values[place] ?? null;
              return value === null ? "no value" : format(value);
            },
          })),
        ]}
        rows={rows}
        rowKey={({ day }) => day}
      />
    </div>
  );
}
