import { useId } from "react";
import styles from "./check-field.module.css";

type CheckFieldProps = {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly isLabelHidden?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
};

export function CheckField({ label, isChecked, onChange, isLabelHidden = false, isDisabled }: CheckFieldProps) {
  const id = useId();
  return (
    <label htmlFor={id} className={styles.field}>
      <input
        id={id}
        type="checkbox"
        className={styles.box}
        checked={isChecked}
        disabled={isDisabled}
        aria-label={isLabelHidden ? label : undefined}
        onChange={({ target }) => onChange(target.checked)}
      />
      {!isLabelHidden && label}
    </label>
  );
}
