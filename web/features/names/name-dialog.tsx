import { type FormEvent, useState } from "react";

import type { Problem } from "../../client/problem.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import styles from "./name-dialog.module.css";

type NameDialogProps = {
  readonly title: string;
  readonly submit: string;
  readonly maxLength: number;
  readonly isOpen: boolean;
  readonly isPending: boolean;
  readonly problem: Problem | null;
  /** The field begins with this name. */
  readonly name: string;
  readonly onClose: () => void;
  readonly onSubmit: (name: string) => void;
};

/** A dialog for a name that the user chooses. It shows the service's error about the name. */
export function NameDialog({ title, isOpen, onClose, ...form }: NameDialogProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <NameForm {...form} />
    </Dialog>
  );
}

type NameFormProps = Omit<NameDialogProps, "title" | "isOpen" | "onClose">;

export function NameForm({ submit, maxLength, isPending, problem, name, onSubmit }: NameFormProps) {
  const [text, setText] = useState(name);
  const onFormSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) onSubmit(text);
  };
  return (
    <form className={styles.form} noValidate onSubmit={onFormSubmit}>
      <TextField
        label="Name"
        value={text}
        onChange={setText}
        maxLength={maxLength}
        autoComplete="off"
        error={problem === null ? undefined : (problem.errors.name?.[0] ?? problem.detail)}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isPending={isPending}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
