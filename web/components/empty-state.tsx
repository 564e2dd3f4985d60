import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

type EmptyStateProps = {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** Screen readers announce an alert as soon as it appears. */
  readonly isAlert?: boolean | undefined;
};

export function EmptyState({ title, children, action, isAlert = false }: EmptyStateProps) {
  return (
    <div className={styles.state} role={isAlert ? "alert" : undefined}>
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
