import { useState } from "react";

import { session } from "../../client/session.ts";
import { PasswordField } from "../../components/fields/password-field.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { EntryForm } from "./entry-form.tsx";
import { isRegistrationClosed } from "./registration.ts";
import { useEntry } from "./use-entry.ts";

export function LoginScreen() {
  const [hasEnded] = useState(session.hasEnded);
  const form = useEntry(session.logIn, { email: "", password: "" });
  return (
    <EntryForm
      title="Log in"
      submit="Log in"
      notice={hasEnded ? "Your session has ended. Log in to continue." : undefined}
      form={form}
      other={isRegistrationClosed() ? undefined : { text: "No account yet?", link: "Register", path: "/register" }}
    >
      <TextField label="Email" type="email" name="email" autoComplete="username" {...form.field("email")} isRequired />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        {...form.field("password")}
        isRequired
      />
    </EntryForm>
  );
}
