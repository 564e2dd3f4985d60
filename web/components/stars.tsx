import { formatCompact, formatDecimal, formatQuantity } from "../format/numbers.ts";
import styles from "./stars.module.css";

type StarsProps = {
  readonly rating: number | null;
  readonly count?: number | null | undefined;
};

export function Stars({ rating, count }: StarsProps) {
  if (rating === null) return <span className={styles.none}>No rating</span>;
  return (
    <span className={styles.stars}>
      <span aria-hidden="true" className={styles.star}>
        ★
      </span>
      <span>
        {formatDecimal(rating)}
        <span className={styles.hidden}> of 5 stars</span>
      </span>
      {count !== undefined && count !== null && (
        <span className={styles.count} title={formatQuantity(count, "rating")}>
          ({formatCompact(count)}
          <span className={styles.hidden}> rating{count === 1 ? "" : "s"}</span>)
        </span>
      )}
    </span>
  );
}
