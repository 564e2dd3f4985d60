import type { ReactNode } from "react";

import { INVALID_INPUT } from "../../client/problem.ts";
import type { Form } from "../../client/use-form.ts";
import { Button } from "../../components/button.tsx";
import styles from "./settings.module.css";

type SettingsFormProps = {
  readonly form: Form;
  readonly submit: string;
  readonly isDangerous?: boolean | undefined;
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  readonly children: ReactNode;
};

export function SettingsForm({ form, submit, isDangerous = false, before, after, children }: SettingsFormProps) {
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit}>
      {children}
      <FormProblem form={form} />
      <div className={styles.actions}>
        {before}
        <Button type="submit" variant={isDangerous ? "danger" : "primary"} isPending={form.isPending}>
          {submit}
        </Button>
        {after}
      </div>
    </form>
  );
}

/** Says why a form was not saved, unless its fields say so. */
function FormProblem({ form: { problem, values } }: Pick<SettingsFormProps, "form">) {
  if (problem === null) return null;
  const isShown = problem.status === INVALID_INPUT && Object.keys(values).some((field) => field in problem.errors);
  return (
    <p role="alert" className={styles.problem}>
      {isShown ? "Nothing was saved. Check the fields above." : problem.detail}
    </p>
  );
}
