import { useForm } from "../../client/use-form.ts";
import { useWrite } from "../../client/use-write.ts";
import { CheckField } from "../../components/fields/check-field.tsx";
import { PasswordField } from "../../components/fields/password-field.tsx";
import { useToasts } from "../../components/use-toasts.ts";
import { SettingsForm } from "./settings-form.tsx";

const passwords = { current_password: "", password: "", password_confirmation: "" };

export function PasswordForm({ email }: { readonly email: string | undefined }) {
  const toasts = useToasts();
  const update = useWrite("updatePassword", { refreshes: ["listApiTokens"] });
  const form = useForm(
    update,
    { ...passwords, revoke_other_tokens: true },
    {
      inputOf: (body) => ({ body }),
      onSuccess: (_, set) => {
        set(passwords);
        toasts.show({ text: "The password is changed.", kind: "positive" });
      },
    },
  );
  const { value: endsOthers, onChange: setEndsOthers } = form.field("revoke_other_tokens");
  return (
    <SettingsForm form={form} submit="Change the password">
      {/* Password managers identify the account by this field. */}
      <input type="email" autoComplete="username" value={email ?? ""} readOnly hidden />
      <PasswordField label="Current password" autoComplete="current-password" {...form.field("current_password")} />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters."
        {...form.field("password")}
      />
      <PasswordField label="New password again" autoComplete="new-password" {...form.field("password_confirmation")} />
      <CheckField
        label="Log out everywhere else and revoke all API tokens"
        isChecked={endsOthers}
        onChange={setEndsOthers}
      />
    </SettingsForm>
  );
}
