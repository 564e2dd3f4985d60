import { Children, type ReactNode } from "react";
import { classNames } from "../format/class-names.ts";
import styles from "./filter-bar.module.css";

/** A wide window shows five fields in one row, since the usual columns would leave the last one alone. */
const FIELDS_IN_ONE_ROW = 5;

export function FilterBar({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const isOneRow = Children.toArray(children).length === FIELDS_IN_ONE_ROW;
  return (
    <search aria-label={label} className={classNames(styles.bar, isOneRow && styles.row)}>
      {children}
    </search>
  );
}
