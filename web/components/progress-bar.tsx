import { useId } from "react";
import styles from "./progress-bar.module.css";

type ProgressBarProps = {
  readonly label: string;
  /** It is undefined while it is not known. */
  readonly value: number | undefined;
  readonly max: number;
  readonly valueText?: string | undefined;
};

export function ProgressBar({ label, value, max, valueText }: ProgressBarProps) {
  const id = useId();
  return (
    <div className={styles.progress}>
      <div className={styles.texts}>
        <label htmlFor={id}>{label}</label>
        {valueText !== undefined && <span className={styles.value}>{valueText}</span>}
      </div>
      <progress id={id} className={styles.bar} value={value} max={Math.max(1, max)} aria-valuetext={valueText} />
    </div>
  );
}
