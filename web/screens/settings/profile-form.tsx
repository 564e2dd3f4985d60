import { useState } from "react";

import type { Data } from "../../client/operation-types.ts";
import { fieldErrors } from "../../client/problem.ts";
import { useWrite } from "../../client/use-write.ts";
import { Button } from "../../parts/button.tsx";
import { DayText } from "../../parts/day-text.tsx";
import { TextField } from "../../parts/text-field.tsx";
import { useToasts } from "../../parts/toasts.ts";
import { FormProblem } from "./form-problem.tsx";
import styles from "./settings.module.css";

const DAY_LENGTH = "YYYY-MM-DD".length;

export function ProfileForm({ profile }: { readonly profile: Data<"showProfile"> }) {
  const [name, setName] = useState(profile.name);
  const [email, setEmail] = useState(profile.email);
  const toasts = useToasts();
  const update = useWrite("updateProfile", { refreshes: ["showProfile", "showCurrentUser"] });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (update.isPending) return;
        update.mutate(
          { body: { name, email } },
          { onSuccess: () => toasts.show({ text: "The profile is saved.", kind: "positive" }) },
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
      <FormProblem problem={update.error} fields={["name", "email"]} />
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
