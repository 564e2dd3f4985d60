import { Notice } from "../../../../components/notice.tsx";
import { formatCount, formatQuantity } from "../../../../format/numbers.ts";
import type { RowError } from "./parse-terms.ts";
import styles from "./tracked.module.css";

/** A reader corrects the first rows, and then sees the next. */
const SHOWN_MAX = 20;

export function RowErrors({ errors }: { readonly errors: readonly RowError[] }) {
  if (errors.length === 0) return null;
  const more = errors.length - SHOWN_MAX;
  return (
    <Notice kind="negative">
      No term is added, since {formatQuantity(errors.length, "row")} cannot be tracked:
      <ul className={styles.errors} aria-label="Errors by row">
        {errors.slice(0, SHOWN_MAX).map(({ row, text }) => (
          <li key={`${row} ${text}`}>
            Row {formatCount(row)}: {text}
          </li>
        ))}
        {more > 0 && <li>and {formatCount(more)} more</li>}
      </ul>
    </Notice>
  );
}
