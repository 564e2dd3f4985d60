import { lazy, Suspense } from "react";
import { loadFile } from "../load-file.ts";
import { Field, type FieldProps } from "./field.tsx";

export type DateFieldProps = FieldProps & {
  /** YYYY-MM-DD, in UTC. */
  readonly value: string | undefined;
  /** Called with a whole day, or undefined when the field is cleared. */
  readonly onChange: (value: string | undefined) => void;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
};

const DatePickerField = lazy(async () => ({
  default: (await loadFile(() => import("./date-picker-field.tsx"))).DatePickerField,
}));

/** A day with a calendar. Until its code has come, it is an empty field of the same size. */
export function DateField(props: DateFieldProps) {
  return (
    <Suspense
      fallback={<Field {...props}>{(control) => <input {...control} disabled value={props.value ?? ""} />}</Field>}
    >
      <DatePickerField {...props} />
    </Suspense>
  );
}
