import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

type EmptyStateProps = {
  readonly title: string;
  /** What is missing, and what to do about it. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** Announced as soon as it appears, as an error must be. */
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
