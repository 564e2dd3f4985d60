import type { ReactNode } from "react";
import { classNames } from "../format/class-names.ts";
import styles from "./badge.module.css";

export type Tone = "neutral" | "accent" | "positive" | "warning" | "negative";

export function Badge({
  tone = "neutral",
  children,
}: {
  readonly tone?: Tone | undefined;
  readonly children: ReactNode;
}) {
  return <span className={classNames(styles.badge, styles[tone])}>{children}</span>;
}
