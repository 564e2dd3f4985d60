type Found = { readonly detected_at: string };

/** A sync saves its changes within minutes, and the next sync comes hours later. */
const READ_GAP_MS = 30 * 60_000;

/** Returns groups of the same subject and the same read of the store. `changes` are given newest first. */
export function groupByRead<Change extends Found>(
  changes: readonly Change[],
  subjectOf: (change: Change) => string,
): readonly (readonly [Change, ...Change[]])[] {
  const groups: [Change, ...Change[]][] = [];
  const newest = new Map<string, [Change, ...Change[]]>();
  for (const change of changes) {
    const subject = subjectOf(change);
    const group = newest.get(subject);
    const before = group?.at(-1);
    if (group !== undefined && before !== undefined && isSameRead(before, change)) {
      group.push(change);
      continue;
    }
    const begun: [Change, ...Change[]] = [change];
    groups.push(begun);
    newest.set(subject, begun);
  }
  return groups;
}

export function isSameRead(one: Found, other: Found): boolean {
  return Math.abs(Date.parse(one.detected_at) - Date.parse(other.detected_at)) <= READ_GAP_MS;
}
