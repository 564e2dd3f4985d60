import { useMemo } from "react";

import styles from "./diff-tab.module.css";
import { compareWords } from "./word-runs.ts";

type WordDiffProps = { readonly before: string; readonly after: string; readonly language: string };

/** A text with the words that were removed and added, which are marked by more than their colour. */
export function WordDiff({ before, after, language }: WordDiffProps) {
  const runs = useMemo(() => compareWords(before, after), [before, after]);
  return (
    <p className={styles.text} lang={language} dir="auto">
      {runs.map((run, index) => {
        // The place of a run distinguishes it from another of the same words.
        const key = `${index} ${run.after.length}`;
        if (run.before === run.after) return <span key={key}>{run.after}</span>;
        return (
          <span key={key}>
            {run.before !== "" && <del className={styles.removed}>{run.before}</del>}
            {run.after !== "" && <ins className={styles.added}>{run.after}</ins>}
          </span>
        );
      })}
    </p>
  );
}
