import type { ReactNode } from "react";
import { classNames } from "../format/class-names.ts";
import styles from "./notice.module.css";

type NoticeProps = {
  readonly kind?: "info" | "warning" | "negative" | "positive" | undefined;
  readonly children: ReactNode;
  readonly action?: ReactNode;
};

/** The first words name the kind, since a colour alone is not accessible. */
export function Notice({ kind = "info", children, action }: NoticeProps) {
  return (
    <div className={classNames(styles.notice, styles[kind])} role="status">
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
