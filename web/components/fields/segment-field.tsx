import { useId } from "react";
import { classNames } from "../../format/class-names.ts";
import fieldStyles from "./field.module.css";
import styles from "./segment-field.module.css";
import type { Option } from "./select-field.tsx";

type SegmentFieldProps<Id extends string> = {
  readonly label: string;
  readonly isLabelHidden?: boolean | undefined;
  readonly value: Id;
  readonly onChange: (value: Id) => void;
  readonly options: readonly Option<Id>[];
};

export function SegmentField<Id extends string>({
  label,
  isLabelHidden,
  value,
  onChange,
  options,
}: SegmentFieldProps<Id>) {
  const name = useId();
  return (
    <fieldset className={fieldStyles.field}>
      <legend className={classNames(fieldStyles.label, styles.legend, isLabelHidden && fieldStyles.hidden)}>
        {label}
      </legend>
      <div className={styles.segments}>
        {options.map((option) => (
          <label key={option.id} className={styles.segment}>
            <input
              type="radio"
              name={name}
              className={styles.radio}
              checked={option.id === value}
              onChange={() => onChange(option.id)}
            />
            {option.name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
