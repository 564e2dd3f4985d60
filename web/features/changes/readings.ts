type Found = { readonly detected_at: string };

/** A sync stores what it finds within minutes; the next one comes hours later. */
const READING_GAP_MS = 30 * 60_000;

/**
 * Returns changes, given newest first, in groups: those of a subject that one reading of the store found, though it stored
 * them in several parts. Groups stand in the order of their first changes.
 */
export function groupByReading<Change extends Found>(
  changes: readonly Change[],
  subjectOf: (change: Change) => string,
): readonly (readonly [Change, ...Change[]])[] {
  const groups: [Change, ...Change[]][] = [];
  const newest = new Map<string, [Change, ...Change[]]>();
  for (const change of changes) {
    const subject = subjectOf(change);
    const group = newest.get(subject);
    const before = group?.at(-1);
    if (group !== undefined && before !== undefined && isSameReading(before, change)) {
      group.push(change);
      continue;
    }
    const begun: [Change, ...Change[]] = [change];
    groups.push(begun);
    newest.set(subject, begun);
  }
  return groups;
}

export function isSameReading(one: Found, other: Found): boolean {
  return Math.abs(Date.parse(one.detected_at) - Date.parse(other.detected_at)) <= READING_GAP_MS;
}
