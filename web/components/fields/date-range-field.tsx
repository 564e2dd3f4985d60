import { Suspense } from "react";
import { lazyComponent } from "../lazy-component.tsx";
import styles from "./date-picker-field.module.css";
import type { DateRangeFieldProps } from "./date-range-picker-field.tsx";
import { Field } from "./field.tsx";

const DateRangePickerField = lazyComponent(
  async () => (await import("./date-range-picker-field.tsx")).DateRangePickerField,
);

/** Until its code is loaded, it is an empty field of the same size. */
export function DateRangeField(props: DateRangeFieldProps) {
  return (
    <div className={styles.wide}>
      <Suspense fallback={<Field {...props}>{(control) => <input {...control} disabled />}</Field>}>
        <DateRangePickerField {...props} />
      </Suspense>
    </div>
  );
}
