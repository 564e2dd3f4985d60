import { type Change, subjectOf } from "./change-groups.ts";
import { groupByRead, isSameRead } from "./group-by-read.ts";

type Pages = {
  /** Those of the page before; none on the first. */
  readonly before: readonly Change[];
  readonly shown: readonly Change[];
  /** Those of the page after; none on the last. */
  readonly after: readonly Change[];
};

/**
 * Returns the changes of a page so that each group is whole on one: without those of a group that began on the page
 * before, with those of its own groups that stand on the next. A group that fills a page is shown where it is.
 */
export function wholeGroups({ before, shown, after }: Pages): readonly Change[] {
  const own = new Set(shown);
  const begun = groupByRead([...before, ...shown, ...after], subjectOf).filter(([first]) => own.has(first));
  const kept = new Set(begun.flat());
  return kept.size === 0 ? shown : [...shown, ...after].filter((change) => kept.has(change));
}

/** Returns changes without the groups that more of the same reading may belong to; all where no other is there. */
export function withoutCutGroups(changes: readonly Change[]): readonly Change[] {
  const last = changes.at(-1);
  if (last === undefined) return changes;
  const isCut = (change: Change) => change.app.id === last.app.id && isSameRead(change, last);
  const whole = groupByRead(changes, subjectOf).filter((group) => !group.some(isCut));
  const kept = new Set(whole.flat());
  return kept.size === 0 ? changes : changes.filter((change) => kept.has(change));
}
