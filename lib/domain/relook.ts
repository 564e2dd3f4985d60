const DAY_MS = 86_400_000;

/**
 * Returns whether a look at a storefront without the app is due, so long after the last one; `relookDays` of 0 means
 * never.
 */
export function isRelookDue(lastLookAt: Date, now: Date, relookDays: number): boolean {
  return relookDays > 0 && now.getTime() - lastLookAt.getTime() >= relookDays * DAY_MS;
}
