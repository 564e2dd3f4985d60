import { useState } from "react";

import { fieldErrors } from "../../client/problem.ts";
import { useWrite } from "../../client/use-write.ts";
import { Button } from "../../components/button.tsx";
import { CheckField } from "../../components/fields/check-field.tsx";
import { PasswordField } from "../../components/fields/password-field.tsx";
import { useToasts } from "../../components/use-toasts.ts";
import { FormProblem } from "./form-problem.tsx";
import styles from "./settings.module.css";

const empty = { current: "", next: "", again: "" };

export function PasswordForm({ email }: { readonly email: string | undefined }) {
  const [typed, setTyped] = useState(empty);
  const [endsOthers, setEndsOthers] = useState(true);
  const toasts = useToasts();
  const update = useWrite("updatePassword", { refreshes: ["listApiTokens"] });
  const submit = () => {
    const { current, next, again } = typed;
    update.mutate(
      {
        body: {
          current_password: current,
          password: next,
          password_confirmation: again,
          revoke_other_tokens: endsOthers,
        },
      },
      {
        onSuccess: () => {
          setTyped(empty);
          toasts.show({ text: "The password is changed.", kind: "positive" });
        },
      },
    );
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!update.isPending) submit();
      }}
    >
      {/* Password managers find the account by it. */}
      <input type="email" autoComplete="username" value={email ?? ""} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        value={typed.current}
        onChange={(current) => setTyped({ ...typed, current })}
        error={fieldErrors(update.error, "current_password")[0]}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters."
        value={typed.next}
        onChange={(next) => setTyped({ ...typed, next })}
        error={fieldErrors(update.error, "password")[0]}
      />
      <PasswordField
        label="New password again"
        autoComplete="new-password"
        value={typed.again}
        onChange={(again) => setTyped({ ...typed, again })}
        error={fieldErrors(update.error, "password_confirmation")[0]}
      />
      <CheckField
        label="Log out everywhere else, and end all API tokens"
        isChecked={endsOthers}
        onChange={setEndsOthers}
      />
      <FormProblem problem={update.error} fields={["current_password", "password", "password_confirmation"]} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isPending={update.isPending}>
          Change the password
        </Button>
      </div>
    </form>
  );
}
