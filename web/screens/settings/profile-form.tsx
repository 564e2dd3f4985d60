import type { Data } from "../../client/operation-types.ts";
import { useForm } from "../../client/use-form.ts";
import { useWrite } from "../../client/use-write.ts";
import { DayText } from "../../components/day-text.tsx";
import { PasswordField } from "../../components/fields/password-field.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { useToasts } from "../../components/use-toasts.ts";
import { utcDay } from "../../format/days.ts";
import styles from "./settings.module.css";
import { SettingsForm } from "./settings-form.tsx";

export function ProfileForm({ profile }: { readonly profile: Data<"showProfile"> }) {
  const toasts = useToasts();
  const update = useWrite("updateProfile", { refreshes: ["showProfile", "showCurrentUser"] });
  const changesEmail = (email: string) => email.trim() !== profile.email;
  const form = useForm(
    update,
    { name: profile.name, email: profile.email, current_password: "" },
    {
      inputOf: ({ name, email, current_password }) => ({
        body: { name, email, ...(changesEmail(email) ? { current_password } : {}) },
      }),
      onSuccess: (_, set) => {
        set({ current_password: "" });
        toasts.show({ text: "The profile is saved.", kind: "positive" });
      },
    },
  );
  return (
    <SettingsForm
      form={form}
      submit="Save"
      after={
        <span className={styles.note}>
          Registered on <DayText day={utcDay(profile.created_at)} />
        </span>
      }
    >
      <TextField label="Name" autoComplete="name" maxLength={255} {...form.field("name")} />
      <TextField label="Email" type="email" autoComplete="email" maxLength={255} {...form.field("email")} />
      {changesEmail(form.values.email) && (
        <PasswordField
          label="Your password"
          hint="Required to change the email."
          autoComplete="current-password"
          {...form.field("current_password")}
        />
      )}
    </SettingsForm>
  );
}
