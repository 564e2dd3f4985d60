import { classNames } from "../../format/class-names.ts";
import { formatDecimal } from "../../format/numbers.ts";
import { NOTABLE_WEIGHT } from "./event-filters.ts";
import styles from "./weight-dot.module.css";

const HEAVY_WEIGHT = 0.6;

/** A tooltip explains the dot, and screen readers read its text. */
export function WeightDot({ weight }: { readonly weight: number }) {
  const level = weight >= HEAVY_WEIGHT ? styles.heavy : weight >= NOTABLE_WEIGHT ? styles.notable : styles.light;
  const text = `Weight ${formatDecimal(weight)} of 1`;
  return (
    <span
      className={classNames(styles.dot, level)}
      title={`${text}: what changed × the share of storefronts that show it × 0.5 for a competitor`}
    >
      <span className={styles.hidden}>{text}</span>
    </span>
  );
}
