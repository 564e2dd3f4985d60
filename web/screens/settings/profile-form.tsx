import { useState } from "react";

import type { Data } from "../../client/operation-types.ts";
import { fieldErrors } from "../../client/problem.ts";
import { useWrite } from "../../client/use-write.ts";
import { Button } from "../../components/button.tsx";
import { DayText } from "../../components/day-text.tsx";
import { PasswordField } from "../../components/fields/password-field.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { useToasts } from "../../components/use-toasts.ts";
import { FormProblem } from "./form-problem.tsx";
import styles from "./settings.module.css";

const DAY_LENGTH = "YYYY-MM-DD".length;

export function ProfileForm({ profile }: { readonly profile: Data<"showProfile"> }) {
  const [name, setName] = useState(profile.name);
  const [email, setEmail] = useState(profile.email);
  const [password, setPassword] = useState("");
  const toasts = useToasts();
  const update = useWrite("updateProfile", { refreshes: ["showProfile", "showCurrentUser"] });
  const changesEmail = email.trim() !== profile.email;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (update.isPending) return;
        update.mutate(
          { body: { name, email, ...(changesEmail ? { current_password: password } : {}) } },
          {
            onSuccess: () => {
              setPassword("");
              toasts.show({ text: "The profile is saved.", kind: "positive" });
            },
          },
        );
      }}
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        autoComplete="name"
        maxLength={255}
        error={fieldErrors(update.error, "name")[0]}
      />
      <TextField
        label="Email"
        type="email"
        value={email}
        onChange={setEmail}
        autoComplete="email"
        maxLength={255}
        error={fieldErrors(update.error, "email")[0]}
      />
      {changesEmail && (
        <PasswordField
          label="Your password"
          hint="Required to change the email."
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          error={fieldErrors(update.error, "current_password")[0]}
        />
      )}
      <FormProblem problem={update.error} fields={["name", "email", "current_password"]} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isPending={update.isPending}>
          Save
        </Button>
        <span className={styles.note}>
          Registered on <DayText day={profile.created_at.slice(0, DAY_LENGTH)} />
        </span>
      </div>
    </form>
  );
}
