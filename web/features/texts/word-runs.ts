import { diffWordsWithSpace } from "diff";

/** A run of words. If it is unchanged, `before` equals `after`. */
export type WordRun = { readonly before: string; readonly after: string };

/** Comparing two long texts without common words takes quadratic time. After this time, both are one run. */
const TIMEOUT_MS = 500;

/** Returns changed words that only spaces separate as one run, so that a rewritten sentence reads as a whole. */
export function compareWords(before: string, after: string): readonly WordRun[] {
  const parts = diffWordsWithSpace(before, after, { timeout: TIMEOUT_MS });
  if (parts === undefined) return [{ before, after }];
  const runs: WordRun[] = [];
  for (const { value, added, removed } of parts) {
    const next = { before: added ? "" : value, after: removed ? "" : value };
    const joined = added || removed ? joinRuns(runs, next) : undefined;
    if (joined === undefined) runs.push(next);
    else runs.splice(-joined.count, joined.count, joined.run);
  }
  return runs;
}

function joinRuns(runs: readonly WordRun[], next: WordRun) {
  const [earlier, last] = [runs.at(-2), runs.at(-1)];
  if (last === undefined) return undefined;
  if (isChanged(last)) return { count: 1, run: concat(last, next) };
  if (earlier === undefined || !isChanged(earlier) || !/^[^\S\n]+$/.test(last.before)) return undefined;
  const run = concat(concat(earlier, last), next);
  // If words were only added or only removed, the spaces between them are no change.
  return isReplaced(earlier) ? { count: 2, run } : undefined;
}

function isChanged({ before, after }: WordRun): boolean {
  return before !== after;
}

function isReplaced({ before, after }: WordRun): boolean {
  return before.trim() !== "" && after.trim() !== "";
}

function concat(run: WordRun, next: WordRun): WordRun {
  return { before: run.before + next.before, after: run.after + next.after };
}

/** Characters that are kept at each end of a part that is equal in both texts. */
const SAME_KEPT = 40;
/** An equal part of at most this length is shown whole, since both ends with " … " would be no shorter. */
const SAME_SHOWN_WHOLE = 2 * SAME_KEPT + " … ".length;

/** Returns the runs with only the ends of long equal ones, so that a change in a long text is seen at once. */
export function shortenSame(runs: readonly WordRun[]): readonly WordRun[] {
  return runs.map((run, index) => {
    if (isChanged(run) || run.after.length <= SAME_SHOWN_WHOLE) return run;
    const start = index === 0 ? "" : wholeWords(run.after.slice(0, SAME_KEPT), /\s\S*$/);
    const end = index === runs.length - 1 ? "" : wholeWords(run.after.slice(-SAME_KEPT), /^\S*\s/);
    const text = `${start} … ${end}`;
    return { before: text, after: text };
  });
}

/** Returns a part without the word that it cuts, or with it in a script without spaces. */
function wholeWords(part: string, cutWord: RegExp): string {
  return part.replace(cutWord, "").toWellFormed();
}
