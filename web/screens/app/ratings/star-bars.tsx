import { DayText } from "../../../components/day-text.tsx";
import { utcDay } from "../../../format/days.ts";
import { formatCount } from "../../../format/numbers.ts";
import { Bars } from "../../../plots/bars.tsx";
import { type StarCounts, starRows } from "./rating-days.ts";
import styles from "./star-bars.module.css";

type StarBarsProps = {
  readonly stars: StarCounts | null;
  readonly asOf: string | null;
};

/** Stars are read less often than ratings, so their age is shown below them. */
export function StarBars({ stars, asOf }: StarBarsProps) {
  if (stars === null) return <p className={styles.note}>The number of ratings by stars is not known.</p>;
  const rows = starRows(stars).map(({ name, value, share }) => ({
    key: name,
    name: `${name} (${Math.round(share)}%)`,
    value,
  }));
  return (
    <div className={styles.stars}>
      <Bars title="Ratings by stars" rows={rows} format={formatCount} />
      <p className={styles.note}>
        {asOf === null ? null : (
          <>
            As of <DayText day={utcDay(asOf)} />.{" "}
          </>
        )}
        Stars are read less often than the number of ratings.
      </p>
    </div>
  );
}
