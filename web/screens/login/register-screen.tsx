import { type FormEvent, useState } from "react";

import { fieldErrors } from "../../client/problem.ts";
import { session } from "../../client/session.ts";
import { Button } from "../../components/button.tsx";
import { PasswordField } from "../../components/fields/password-field.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { Notice } from "../../components/notice.tsx";
import { EntryForm } from "./entry-form.tsx";
import { EntryPage } from "./entry-page.tsx";
import { isRegistrationClosed } from "./registration.ts";
import { useEntry } from "./use-entry.ts";

const empty = { name: "", email: "", password: "" };

export function RegisterScreen() {
  const [values, setValues] = useState(empty);
  const { isPending, problem, submit, otherScreen } = useEntry("/login");
  const set = (patch: Partial<typeof empty>) => setValues((before) => ({ ...before, ...patch }));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(() => session.register(values));
  };
  const other = { text: "Registered already?", link: "Log in", href: otherScreen };
  if (isRegistrationClosed()) {
    return (
      <EntryPage title="Registration is closed" other={{ ...other, text: "You have an account?" }}>
        <Notice>Who runs this service creates the accounts. Ask them for one.</Notice>
      </EntryPage>
    );
  }
  return (
    <EntryForm title="Create your account" problem={problem} onSubmit={onSubmit} other={other}>
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        value={values.name}
        onChange={(name) => set({ name })}
        error={fieldErrors(problem, "name")[0]}
        isRequired
      />
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        value={values.email}
        onChange={(email) => set({ email })}
        error={fieldErrors(problem, "email")[0]}
        isRequired
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint="At least 8 characters."
        value={values.password}
        onChange={(password) => set({ password })}
        error={fieldErrors(problem, "password")[0]}
        isRequired
      />
      <Button type="submit" variant="primary" isPending={isPending}>
        Register
      </Button>
    </EntryForm>
  );
}
