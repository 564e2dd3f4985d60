import { classNames } from "../format/class-names.ts";
import { formatCount } from "../format/numbers.ts";
import styles from "./delta.module.css";

type DeltaProps = {
  readonly value: number | null;
  readonly format?: ((value: number) => string) | undefined;
  readonly none?: string | undefined;
  /** A rise is bad, as for a price. */
  readonly isInverted?: boolean | undefined;
};

/** An arrow and words show the change, since a colour alone is not accessible. */
export function Delta({ value, format = formatCount, none = "–", isInverted = false }: DeltaProps) {
  if (value === null) return <span className={styles.none}>{none}</span>;
  if (value === 0) {
    return (
      <span className={styles.none}>
        <span aria-hidden="true">=</span>
        <span className={styles.hidden}>unchanged</span>
      </span>
    );
  }
  const isGood = value > 0 !== isInverted;
  return (
    <span className={classNames(styles.delta, isGood ? styles.good : styles.bad)}>
      <span aria-hidden="true">{value > 0 ? "▲" : "▼"}</span>
      <span className={styles.hidden}>{value > 0 ? "up" : "down"}</span> {format(Math.abs(value))}
    </span>
  );
}
