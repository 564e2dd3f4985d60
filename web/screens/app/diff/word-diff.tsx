import { useMemo } from "react";

import styles from "./diff-tab.module.css";
import { compareWords } from "./word-runs.ts";

type WordDiffProps = { readonly before: string; readonly after: string; readonly language: string };

/** The elements mark removed and added words, since a colour alone is not accessible. */
export function WordDiff({ before, after, language }: WordDiffProps) {
  const runs = useMemo(() => compareWords(before, after), [before, after]);
  return (
    <p className={styles.text} lang={language} dir="auto">
      {runs.map((run, index) => {
        // Several runs can have the same words, so the key needs the index.
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
