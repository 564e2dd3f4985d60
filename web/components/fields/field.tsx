import { type ReactNode, useId } from "react";
import { classNames } from "../../format/class-names.ts";
import styles from "./field.module.css";

export type FieldProps = {
  readonly label: string;
  readonly isLabelHidden?: boolean | undefined;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
};

type ControlProps = {
  readonly id: string;
  readonly className: string | undefined;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
};

export function Field(props: FieldProps & { readonly children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const { label, error } = props;
  // An error replaces the hint, since it says the same and more.
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
