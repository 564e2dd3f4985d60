import { type ReactNode, useId } from "react";
import { classNames } from "../../format/class-names.ts";
import styles from "./field.module.css";

export type FieldProps = {
  readonly label: string;
  /** Keeps the label for screen readers alone, where the place says what the field is. */
  readonly isLabelHidden?: boolean | undefined;
  readonly hint?: string | undefined;
  /** What is wrong with the value, shown below it and announced with it. */
  readonly error?: string | undefined;
};

type ControlProps = {
  readonly id: string;
  readonly className: string | undefined;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
};

/** The frame of every native control: its label, its hint and its error, tied to it by their ids. */
export function Field(props: FieldProps & { readonly children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const { label, error } = props;
  // An error says what the hint says, and more.
  const hint = error === undefined ? props.hint : undefined;
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const errorId = error === undefined ? undefined : `${id}-error`;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={classNames(styles.label, props.isLabelHidden && styles.hidden)}>
        {label}
      </label>
      {props.children({
        id,
        className: styles.control,
        "aria-describedby": classNames(errorId, hintId) || undefined,
        "aria-invalid": error === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
