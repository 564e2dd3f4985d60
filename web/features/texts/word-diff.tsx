import { useMemo } from "react";

import { textDirection } from "../../format/text-direction.ts";
import styles from "./word-diff.module.css";
import { compareWords, shortenSame } from "./word-runs.ts";

/** A store may show a text of another language instead. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF]/;

type WordDiffProps = {
  readonly before: string;
  readonly after: string;
  readonly language: string;
  /** Shows only the ends of long parts that are equal in both texts. */
  readonly isShort?: boolean;
};

/** The elements mark removed and added words, since a colour alone is not accessible. */
export function WordDiff({ before, after, language, isShort = false }: WordDiffProps) {
  const runs = useMemo(() => {
    const compared = compareWords(before, after);
    return isShort ? shortenSame(compared) : compared;
  }, [before, after, isShort]);
  return (
    <p className={styles.text} lang={language} dir={RIGHT_TO_LEFT.test(after) ? textDirection(language) : "auto"}>
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
