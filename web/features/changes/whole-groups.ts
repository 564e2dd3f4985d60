import { type Change, subjectOf } from "./change-groups.ts";
import { groupByRead, isSameRead } from "./group-by-read.ts";

type Pages = {
  readonly before: readonly Change[];
  readonly shown: readonly Change[];
  readonly after: readonly Change[];
};

/**
 * Returns a page without the group that began on the previous one, and with all of the group that continues on the next
 * one. A group that fills a page stays on it.
 */
export function wholeGroups({ before, shown, after }: Pages): readonly Change[] {
  const own = new Set(shown);
  const begun = groupByRead([...before, ...shown, ...after], subjectOf).filter(([first]) => own.has(first));
  const kept = new Set(begun.flat());
  return kept.size === 0 ? shown : [...shown, ...after].filter((change) => kept.has(change));
}

/** Returns changes without groups that may continue after the last one, unless nothing else would be left. */
export function withoutCutGroups(changes: readonly Change[]): readonly Change[] {
  const last = changes.at(-1);
  if (last === undefined) return changes;
  const isCut = (change: Change) => change.app.id === last.app.id && isSameRead(change, last);
  const whole = groupByRead(changes, subjectOf).filter((group) => !group.some(isCut));
  const kept = new Set(whole.flat());
  return kept.size === 0 ? changes : changes.filter((change) => kept.has(change));
}
