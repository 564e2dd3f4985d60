import { type FormEvent, useState } from "react";

import { fieldErrors } from "../../client/problem.ts";
import { session } from "../../client/session.ts";
import { Button } from "../../components/button.tsx";
import { PasswordField } from "../../components/fields/password-field.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { EntryForm } from "./entry-form.tsx";
import { isRegistrationClosed } from "./registration.ts";
import { useEntry } from "./use-entry.ts";

export function LoginScreen() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [hasEnded] = useState(session.hasEnded);
  const { isPending, problem, submit, otherScreen } = useEntry("/register");
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(() => session.logIn({ email, password }));
  };
  return (
    <EntryForm
      title="Log in"
      notice={hasEnded ? "Your session has ended. Log in to go on where you were." : undefined}
      problem={problem}
      onSubmit={onSubmit}
      other={isRegistrationClosed() ? undefined : { text: "No account yet?", link: "Register", href: otherScreen }}
    >
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        error={fieldErrors(problem, "email")[0]}
        isRequired
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={fieldErrors(problem, "password")[0]}
        isRequired
      />
      <Button type="submit" variant="primary" isPending={isPending}>
        Log in
      </Button>
    </EntryForm>
  );
}
