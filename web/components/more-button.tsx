import { formatCount } from "../format/numbers.ts";
import { Button } from "./button.tsx";
import styles from "./more-button.module.css";

type MoreButtonProps = {
  readonly shown: number;
  readonly total: number;
  readonly plural: string;
  readonly hasMore: boolean;
  /** Whether as many pages are shown as a screen shows. */
  readonly isFull: boolean;
  /** Says how to see others once it is full. */
  readonly fullHint: string;
  readonly isPending: boolean;
  readonly onMore: () => void;
};

export function MoreButton(props: MoreButtonProps) {
  const { shown, total, plural, hasMore, isFull, fullHint, isPending, onMore } = props;
  return (
    <div className={styles.more}>
      <p aria-live="polite" className={styles.count}>
        {formatCount(shown)} of {formatCount(total)} {plural}
        {hasMore && isFull && `. ${fullHint}`}
      </p>
      {(hasMore || isPending) && !(isFull && !isPending) && (
        <Button isPending={isPending} onPress={onMore}>
          Show more
        </Button>
      )}
    </div>
  );
}
