import type { HTMLInputAutoCompleteAttribute } from "react";
import { Field, type FieldProps } from "./field.tsx";

type TextFieldProps = FieldProps & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: "text" | "email" | "url" | undefined;
  readonly name?: string | undefined;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  readonly placeholder?: string | undefined;
  readonly maxLength?: number | undefined;
  readonly rows?: number | undefined;
  readonly isRequired?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
};

export function TextField(props: TextFieldProps) {
  const { value, onChange, rows = 1, type = "text" } = props;
  return (
    <Field label={props.label} isLabelHidden={props.isLabelHidden} hint={props.hint} error={props.error}>
      {(control) => {
        const input = {
          ...control,
          value,
          name: props.name,
          autoComplete: props.autoComplete,
          placeholder: props.placeholder,
          maxLength: props.maxLength,
          required: props.isRequired,
          disabled: props.isDisabled,
        };
        if (rows > 1) return <textarea {...input} rows={rows} onChange={(event) => onChange(event.target.value)} />;
        return <input {...input} type={type} onChange={(event) => onChange(event.target.value)} />;
      }}
    </Field>
  );
}
