import { session } from "../../client/session.ts";
import { EntryPage } from "../../components/entry-page.tsx";
import { PasswordField } from "../../components/fields/password-field.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { Notice } from "../../components/notice.tsx";
import { EntryForm } from "./entry-form.tsx";
import { isRegistrationClosed } from "./registration.ts";
import { useEntry } from "./use-entry.ts";

const other = { text: "Already registered?", link: "Log in", path: "/login" };

export function RegisterScreen() {
  const form = useEntry(session.register, { name: "", email: "", password: "" });
  if (isRegistrationClosed()) {
    return (
      <EntryPage title="Registration is closed" other={{ ...other, text: "Do you have an account?" }}>
        <Notice>The operator of this service creates the accounts. Ask them for one.</Notice>
      </EntryPage>
    );
  }
  return (
    <EntryForm title="Create your account" submit="Register" form={form} other={other}>
      <TextField label="Name" name="name" autoComplete="name" {...form.field("name")} isRequired />
      <TextField label="Email" type="email" name="email" autoComplete="username" {...form.field("email")} isRequired />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint="At least 8 characters."
        {...form.field("password")}
        isRequired
      />
    </EntryForm>
  );
}
