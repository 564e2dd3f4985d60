import { Children, type ReactNode } from "react";
import { classNames } from "../format/class-names.ts";
import styles from "./filter-bar.module.css";

/** Fields that a wide window has beside one another, where the columns of others would leave the last one alone. */
const FIELDS_IN_ONE_ROW = 5;

/** The fields that choose what a screen shows, in as many columns as fit. */
export function FilterBar({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const isOneRow = Children.toArray(children).length === FIELDS_IN_ONE_ROW;
  return (
    <search aria-label={label} className={classNames(styles.bar, isOneRow && styles.row)}>
      {children}
    </search>
  );
}
