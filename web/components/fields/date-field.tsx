import { Suspense } from "react";
import { lazyComponent } from "../lazy-component.tsx";
import type { DateFieldProps } from "./date-picker-field.tsx";
import { Field } from "./field.tsx";

const DatePickerField = lazyComponent(async () => (await import("./date-picker-field.tsx")).DatePickerField);

/** Until its code is loaded, it is an empty field of the same size. */
export function DateField(props: DateFieldProps) {
  return (
    <Suspense
      fallback={<Field {...props}>{(control) => <input {...control} disabled value={props.value ?? ""} />}</Field>}
    >
      <DatePickerField {...props} />
    </Suspense>
  );
}
