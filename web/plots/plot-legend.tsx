import { formatDay } from "../format/times.ts";
import { dashOf, seriesClasses } from "./plot-colors.ts";
import styles from "./plot-figure.module.css";
import type { PlotSeries } from "./plot-input.ts";

type PlotLegendProps = {
  readonly day: string | undefined;
  readonly place: number;
  readonly series: readonly PlotSeries[];
  readonly format: (value: number) => string;
};

export function PlotLegend({ day, place, series, format }: PlotLegendProps) {
  return (
    <div className={styles.legend}>
      {day !== undefined && <span className={styles.day}>{formatDay(day)}</span>}
      <ul className={styles.lines}>
        {series.map(({ name, values }, index) => {
          const value = values[place] ?? null;
          return (
            <li key={name} className={styles.line}>
              <svg
                width="24"
                height="8"
                viewBox="0 0 24 8"
                className={seriesClasses[index]}
                data-series={index}
                aria-hidden="true"
              >
                <line
                  x1="0"
                  x2="24"
                  y1="4"
                  y2="4"
                  stroke="currentColor"
                  strokeWidth="2"
                  strokeDasharray={dashOf(index).join(" ")}
                />
              </svg>
              <span>{name}</span>
              <span className={styles.value}>{value === null ? "no value" : format(value)}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
