import { Button } from "../../components/button.tsx";
import { formatCount } from "../../format/numbers.ts";
import styles from "./explorer.module.css";
import { PAGES_MAX } from "./explorer-state.ts";

type MoreButtonProps = {
  readonly shown: number;
  readonly total: number;
  readonly hasMore: boolean;
  readonly pages: number;
  readonly isPending: boolean;
  readonly onMore: () => void;
};

export function MoreButton({ shown, total, hasMore, pages, isPending, onMore }: MoreButtonProps) {
  const isFull = pages >= PAGES_MAX;
  return (
    <div className={styles.more}>
      <p aria-live="polite" className={styles.facts}>
        {formatCount(shown)} of {formatCount(total)} apps
        {hasMore && isFull && ". Search or choose a category to see others."}
      </p>
      {(hasMore || isPending) && !(isFull && !isPending) && (
        <Button isPending={isPending} onPress={onMore}>
          Show more
        </Button>
      )}
    </div>
  );
}
