import { useEffect, useRef } from "react";

import { INVALID_INPUT, type Problem, RATE_LIMITED } from "../../client/problem.ts";
import type { Form } from "../../client/use-form.ts";
import { Button } from "../../components/button.tsx";
import styles from "../../components/entry-page.module.css";
import { EntryPage, type EntryPageProps } from "../../components/entry-page.tsx";
import { Notice } from "../../components/notice.tsx";
import { formatWait } from "../../format/times.ts";

type EntryFormProps = EntryPageProps & {
  readonly notice?: string | undefined;
  readonly form: Form;
  readonly submit: string;
};

export function EntryForm({ notice, form, submit, children, ...page }: EntryFormProps) {
  const { problem, isPending, onSubmit } = form;
  const element = useRef<HTMLFormElement>(null);
  // The wrong field receives the focus, so that the reader can correct it.
  useEffect(() => {
    if (problem === null) return;
    const inputs = element.current?.querySelectorAll("input") ?? [];
    const wrong = [...inputs].find((input) => input.getAttribute("aria-invalid") === "true") ?? [...inputs].at(-1);
    wrong?.focus();
  }, [problem]);
  return (
    <EntryPage {...page}>
      <form ref={element} className={styles.form} onSubmit={onSubmit}>
        {notice !== undefined && problem === null && <Notice>{notice}</Notice>}
        {problem !== null && problem.status !== INVALID_INPUT && (
          <div role="alert">
            <Notice kind="negative">{textOf(problem)}</Notice>
          </div>
        )}
        {children}
        <Button type="submit" variant="primary" isPending={isPending}>
          {submit}
        </Button>
      </form>
    </EntryPage>
  );
}

function textOf({ status, detail, retryAfterSeconds }: Problem): string {
  if (status !== RATE_LIMITED) return detail;
  return `Too many attempts. Try again in ${formatWait(retryAfterSeconds ?? 60)}.`;
}
