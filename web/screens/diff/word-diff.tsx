import { diffWordsWithSpace } from "diff";
import { useMemo } from "react";

import styles from "./diff-screen.module.css";

type WordDiffProps = { readonly before: string; readonly after: string; readonly language: string };

/** Two long texts that have nothing in common take quadratic time; beyond this they are shown one after the other. */
const TIMEOUT_MS = 500;

/** A text with the words that were removed and added, which are marked by more than their colour. */
export function WordDiff({ before, after, language }: WordDiffProps) {
  const parts = useMemo(
    () =>
      diffWordsWithSpace(before, after, { timeout: TIMEOUT_MS }) ?? [
        { value: before, removed: true, added: false },
        { value: after, removed: false, added: true },
      ],
    [before, after],
  );
  return (
    <p className={styles.text} lang={language} dir="auto">
      {parts.map(({ value, added, removed }, index) => {
        // The place of a part distinguishes it from another of the same words.
        const key = `${index} ${value.length}`;
        if (removed) {
          return (
            <del key={key} className={styles.removed}>
              {value}
            </del>
          );
        }
        if (added) {
          return (
            <ins key={key} className={styles.added}>
              {value}
            </ins>
          );
        }
        return <span key={key}>{value}</span>;
      })}
    </p>
  );
}
