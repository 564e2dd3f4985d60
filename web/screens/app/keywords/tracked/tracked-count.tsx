import { formatCount } from "../../../../format/numbers.ts";
import styles from "./tracked.module.css";

type TrackedCountProps = {
  /** Of all apps of the user. `max` is null while the service tracks no keywords. */
  readonly count: { readonly used: number; readonly max: number | null } | undefined;
};

export function TrackedCount({ count }: TrackedCountProps) {
  if (count === undefined) return null;
  const { used, max } = count;
  return (
    <span className={styles.hint}>
      {max === null
        ? `${formatCount(used)} used. This service tracks no keywords now; what was read stays.`
        : `${formatCount(used)} of ${formatCount(max)} used, by all your apps`}
    </span>
  );
}
