type Found = { readonly detected_at: string };

/** A sync saves what it finds within minutes; the next one comes hours later. */
const READ_GAP_MS = 30 * 60_000;

/**
 * Returns changes, given newest first, in groups: those of a subject that one read of the store found, though it saved
 * them in several parts. Groups stand in the order of their first changes.
 */
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
