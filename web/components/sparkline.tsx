import { formatDay } from "../format/times.ts";
import styles from "./sparkline.module.css";
import { SPARKLINE_HEIGHT, SPARKLINE_WIDTH, sparklinePath } from "./sparkline-path.ts";

type SparklineProps = {
  readonly name: string;
  readonly points: readonly { readonly date: string; readonly value: number | null }[];
  readonly format: (value: number) => string;
  /** The least value is on top, as for a rank. */
  readonly isLowBest?: boolean | undefined;
};

/** The line has a text with its first and its last value. Without two values there is none. */
export function Sparkline({ name, points, format, isLowBest }: SparklineProps) {
  const known = points.flatMap(({ date, value }) => (value === null ? [] : [{ date, value }]));
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  const textOf = ({ date, value }: typeof first) => `${format(value)} on ${formatDay(date)}`;
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 0 ${SPARKLINE_WIDTH} ${SPARKLINE_HEIGHT}`}
      role="img"
      aria-label={`${name}: ${textOf(first)}, ${textOf(last)}`}
    >
      <path
        d={sparklinePath(
          points.map(({ value }) => value),
          isLowBest,
        )}
      />
    </svg>
  );
}
