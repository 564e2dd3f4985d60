import { type FormEvent, type ReactNode, useEffect, useRef } from "react";

import { INVALID_INPUT, type Problem, RATE_LIMITED } from "../../client/problem.ts";
import { formatWait } from "../../parts/format-time.ts";
import { Notice } from "../../parts/notice.tsx";
import { Screen } from "../../parts/screen.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import styles from "./entry-form.module.css";

type EntryFormProps = {
  readonly title: string;
  /** Why the reader is here, before there is a problem. */
  readonly notice?: string | undefined;
  readonly problem: Problem | undefined;
  readonly onSubmit: (event: FormEvent) => void;
  readonly other: { readonly text: string; readonly link: string; readonly href: string };
  readonly children: ReactNode;
};

/** A form without the navigation around it, which only a session needs. */
export function EntryForm({ title, notice, problem, onSubmit, other, children }: EntryFormProps) {
  const form = useRef<HTMLFormElement>(null);
  // What is wrong is corrected in its field, which therefore receives the focus.
  useEffect(() => {
    if (problem === undefined) return;
    const inputs = form.current?.querySelectorAll("input") ?? [];
    const wrong = [...inputs].find((input) => input.getAttribute("aria-invalid") === "true") ?? [...inputs].at(-1);
    wrong?.focus();
  }, [problem]);
  return (
    <main id="main" className={styles.page}>
      <div className={styles.card}>
        <p className={styles.brand}>Shelfwatch</p>
        <Screen title={title}>
          <form ref={form} className={styles.form} onSubmit={onSubmit}>
            {notice !== undefined && problem === undefined && <Notice>{notice}</Notice>}
            {problem !== undefined && problem.status !== INVALID_INPUT && (
              <div role="alert">
                <Notice kind="negative">{textOf(problem)}</Notice>
              </div>
            )}
            {children}
          </form>
        </Screen>
        <p className={styles.other}>
          {other.text} <TextLink href={other.href}>{other.link}</TextLink>
        </p>
      </div>
      <p className={styles.about}>
        Shelfwatch keeps the history of apps on the App Store and Google Play: listings, prices, ratings, charts.
      </p>
    </main>
  );
}

function textOf({ status, detail, retryAfterSeconds }: Problem): string {
  if (status !== RATE_LIMITED) return detail;
  return `Too many attempts. Try again in ${formatWait(retryAfterSeconds ?? 60)}.`;
}
