import type { ReactNode } from "react";
import { classNames } from "../format/class-names.ts";
import styles from "./notice.module.css";

type NoticeProps = {
  readonly kind?: "info" | "warning" | "negative" | "positive" | undefined;
  readonly children: ReactNode;
  readonly action?: ReactNode;
};

/** A message in its place, such as that shown data is old. Its first words say the kind, not its colour alone. */
export function Notice({ kind = "info", children, action }: NoticeProps) {
  return (
    <div className={classNames(styles.notice, styles[kind])} role="status">
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
