import { useState } from "react";

import { Button } from "../button.tsx";
import { Field, type FieldProps } from "./field.tsx";
import styles from "./password-field.module.css";

type PasswordFieldProps = FieldProps & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly name?: string | undefined;
  readonly autoComplete: "current-password" | "new-password";
  readonly isRequired?: boolean | undefined;
};

export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles.password}>
      <Field label={props.label} isLabelHidden={props.isLabelHidden} hint={props.hint} error={props.error}>
        {(control) => (
          <input
            {...control}
            type={isShown ? "text" : "password"}
            value={props.value}
            name={props.name}
            autoComplete={props.autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            required={props.isRequired}
            onChange={({ target }) => props.onChange(target.value)}
          />
        )}
      </Field>
      <Button
        size="small"
        variant="quiet"
        label={isShown ? "Hide the typed text" : "Show the typed text"}
        isPressed={isShown}
        onPress={() => setShown(!isShown)}
      >
        {isShown ? "Hide" : "Show"}
      </Button>
    </div>
  );
}
