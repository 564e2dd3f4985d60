import { diffWordsWithSpace } from "diff";

/** A run of words: unchanged where both texts are the same, else what was removed and what stands in its place. */
export type WordRun = { readonly before: string; readonly after: string };

/** Two long texts that have nothing in common take quadratic time; beyond this they are one run. */
const TIMEOUT_MS = 500;

/**
 * Returns the runs of two texts, in their order. Changed words that only spaces part are one run, so that a sentence
 * that became another is read as two sentences, not word by word.
 */
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

/** Returns the run that a change makes with the last ones, and how many these are; undefined where it begins one. */
function joinRuns(runs: readonly WordRun[], next: WordRun) {
  const [earlier, last] = [runs.at(-2), runs.at(-1)];
  if (last === undefined) return undefined;
  if (isChanged(last)) return { count: 1, run: concat(last, next) };
  if (earlier === undefined || !isChanged(earlier) || !/^[^\S\n]+$/.test(last.before)) return undefined;
  const run = concat(concat(earlier, last), next);
  // Of words that were only added, or only removed, the spaces between them are no change.
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
