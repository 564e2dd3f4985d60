import { classNames } from "../format/class-names.ts";
import { formatCount } from "../format/numbers.ts";
import styles from "./delta.module.css";

type DeltaProps = {
  /** null: there is nothing to compare with. */
  readonly value: number | null;
  /** How a number is shown; without its sign. */
  readonly format?: ((value: number) => string) | undefined;
  /** What null means. */
  readonly none?: string | undefined;
  /** Says whether more is worse, as of a price. */
  readonly isInverted?: boolean | undefined;
};

/** A change, by an arrow, a sign in words and a colour, none of which stands alone. */
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
