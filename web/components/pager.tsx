import { formatCount } from "../format/numbers.ts";
import { Button } from "./button.tsx";
import styles from "./pager.module.css";

export type PageMeta = {
  readonly current_page: number;
  readonly last_page: number;
  readonly total: number;
  readonly from: number | null;
  readonly to: number | null;
};

type PagerProps = { readonly meta: PageMeta; readonly onPage: (page: number) => void };

export function Pager({ meta, onPage }: PagerProps) {
  const { current_page: page, last_page: last, from, to, total } = meta;
  return (
    <nav aria-label="Pages" className={styles.pager}>
      <p className={styles.place} aria-live="polite">
        {from === null || to === null
          ? `${formatCount(total)} in total`
          : `${formatCount(from)} to ${formatCount(to)} of ${formatCount(total)}`}
      </p>
      {last > 1 && (
        <div className={styles.buttons}>
          <Button size="small" isDisabled={page <= 1} onPress={() => onPage(page - 1)}>
            Previous
          </Button>
          <span className={styles.number}>
            Page {formatCount(page)} of {formatCount(last)}
          </span>
          <Button size="small" isDisabled={page >= last} onPress={() => onPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </nav>
  );
}
