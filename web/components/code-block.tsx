import type { ReactNode } from "react";
import styles from "./code-block.module.css";

/** A text to copy as it is. A click selects all of it. */
export function CodeBlock({ children }: { readonly children: ReactNode }) {
  return <code className={styles.code}>{children}</code>;
}
