import { classNames } from "../format/class-names.ts";
import styles from "./skeleton.module.css";

const bars = { rows: 6, lines: 5, plot: 1, tiles: 6 } as const;

export type SkeletonShape = keyof typeof bars;

type SkeletonProps = {
  /** Only screen readers get it. */
  readonly text: string;
  readonly shape?: SkeletonShape | undefined;
};

/** Holds the place of what is being loaded, in about its shape. The style sheet shows it only after a delay. */
export function Skeleton({ text, shape = "rows" }: SkeletonProps) {
  return (
    <div role="status" className={styles.skeleton}>
      <span className={styles.words}>{text}</span>
      <div aria-hidden="true" className={classNames(styles.bars, styles[shape])}>
        {Array.from({ length: bars[shape] }, (_, bar) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change
          <span key={bar} className={styles.bar} />
        ))}
      </div>
    </div>
  );
}
