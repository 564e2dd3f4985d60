import { useState } from "react";

import { session } from "../../client/session.ts";
import { useForm } from "../../client/use-form.ts";
import { useWrite } from "../../client/use-write.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { PasswordField } from "../../components/fields/password-field.tsx";
import styles from "./settings.module.css";
import { SettingsForm } from "./settings-form.tsx";

export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false);
  const form = useForm(
    useWrite("deleteProfile"),
    { password: "" },
    {
      inputOf: (body) => ({ body }),
      // The session was deleted with the account. This ends it in the browser and in all tabs.
      onSuccess: () => void session.logOut(),
    },
  );
  const close = () => {
    form.reset();
    setOpen(false);
  };
  return (
    <>
      <p className={styles.note}>
        Your name, email, tokens, tracked apps and competitors are deleted immediately and cannot be restored.
      </p>
      <div>
        <Button variant="danger" onPress={() => setOpen(true)}>
          Delete the account…
        </Button>
      </div>
      <Dialog title="Delete the account?" isOpen={isOpen} onClose={close}>
        <SettingsForm
          form={form}
          submit="Delete the account"
          isDangerous
          before={<Button onPress={close}>Cancel</Button>}
        >
          <p>All data about you is deleted immediately. Type your password to confirm.</p>
          <PasswordField label="Password" autoComplete="current-password" {...form.field("password")} />
        </SettingsForm>
      </Dialog>
    </>
  );
}
