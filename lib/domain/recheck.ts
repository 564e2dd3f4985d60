const DAY_MS = 86_400_000;

/**
 * Returns whether another check of a storefront without the app is due, so long after the last one; `recheckDays` of 0
 * means never.
 */
export function isRecheckDue(checkedAt: Date, now: Date, recheckDays: number): boolean {
  return recheckDays > 0 && now.getTime() - checkedAt.getTime() >= recheckDays * DAY_MS;
}
