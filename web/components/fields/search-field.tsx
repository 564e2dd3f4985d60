import { useEffect, useRef, useState } from "react";
import { Field, type FieldProps } from "./field.tsx";

const TYPING_PAUSE_MS = 300;

type SearchFieldProps = FieldProps & {
  readonly value: string;
  /** It is called after a pause in typing, and at once on Enter or when the field is cleared. */
  readonly onChange: (value: string) => void;
  readonly placeholder?: string | undefined;
  readonly maxLength?: number | undefined;
};

export function SearchField(props: SearchFieldProps) {
  const { value, onChange } = props;
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (shown !== value) {
    setShown(value);
    setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const submit = (next: string) => {
    clearTimeout(timer.current);
    if (next !== value) onChange(next);
  };
  return (
    <Field label={props.label} isLabelHidden={props.isLabelHidden} hint={props.hint} error={props.error}>
      {(control) => (
        <input
          {...control}
          type="search"
          value={text}
          placeholder={props.placeholder}
          maxLength={props.maxLength ?? 100}
          autoComplete="off"
          onChange={({ target }) => {
            setText(target.value);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => submit(target.value), target.value === "" ? 0 : TYPING_PAUSE_MS);
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter") submit(text);
          }}
        />
      )}
    </Field>
  );
}
