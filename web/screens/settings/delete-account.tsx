import { useState } from "react";
import { fieldErrors } from "../../client/problem.ts";
import { session } from "../../client/session.ts";
import { useWrite } from "../../client/use-write.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { PasswordField } from "../../components/fields/password-field.tsx";
import { FormProblem } from "./form-problem.tsx";
import styles from "./settings.module.css";

export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false);
  const [password, setPassword] = useState("");
  const remove = useWrite("deleteProfile");
  const close = () => {
    remove.reset();
    setPassword("");
    setOpen(false);
  };
  return (
    <>
      <p className={styles.note}>
        Your name, email, tokens, tracked apps and competitors are deleted at once, and cannot be restored.
      </p>
      <div>
        <Button variant="danger" onPress={() => setOpen(true)}>
          Delete the account…
        </Button>
      </div>
      <Dialog title="Delete the account?" isOpen={isOpen} onClose={close}>
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            // The session went with the account: this ends it in the browser, and in all tabs.
            if (!remove.isPending) remove.mutate({ body: { password } }, { onSuccess: () => void session.logOut() });
          }}
        >
          <p>All that is stored about you is deleted at once. Type your password to confirm.</p>
          <PasswordField
            label="Password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            error={fieldErrors(remove.error, "password")[0]}
          />
          <FormProblem problem={remove.error} fields={["password"]} />
          <div className={styles.actions}>
            <Button onPress={close}>Cancel</Button>
            <Button type="submit" variant="danger" isPending={remove.isPending}>
              Delete the account
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
