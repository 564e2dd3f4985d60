import { type FormEvent, useEffect, useRef } from "react";

import { INVALID_INPUT, type Problem, RATE_LIMITED } from "../../client/problem.ts";
import { Notice } from "../../components/notice.tsx";
import { formatWait } from "../../format/times.ts";
import styles from "./entry-page.module.css";
import { EntryPage, type EntryPageProps } from "./entry-page.tsx";

type EntryFormProps = EntryPageProps & {
  /** Why the reader is here, before there is a problem. */
  readonly notice?: string | undefined;
  readonly problem: Problem | undefined;
  readonly onSubmit: (event: FormEvent) => void;
};

/** The form of a page of entry. */
export function EntryForm({ notice, problem, onSubmit, children, ...page }: EntryFormProps) {
  const form = useRef<HTMLFormElement>(null);
  // What is wrong is corrected in its field, which therefore receives the focus.
  useEffect(() => {
    if (problem === undefined) return;
    const inputs = form.current?.querySelectorAll("input") ?? [];
    const wrong = [...inputs].find((input) => input.getAttribute("aria-invalid") === "true") ?? [...inputs].at(-1);
    wrong?.focus();
  }, [problem]);
  return (
    <EntryPage {...page}>
      <form ref={form} className={styles.form} onSubmit={onSubmit}>
        {notice !== undefined && problem === undefined && <Notice>{notice}</Notice>}
        {problem !== undefined && problem.status !== INVALID_INPUT && (
          <div role="alert">
            <Notice kind="negative">{textOf(problem)}</Notice>
          </div>
        )}
        {children}
      </form>
    </EntryPage>
  );
}

function textOf({ status, detail, retryAfterSeconds }: Problem): string {
  if (status !== RATE_LIMITED) return detail;
  return `Too many attempts. Try again in ${formatWait(retryAfterSeconds ?? 60)}.`;
}
