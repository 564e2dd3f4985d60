const DAY_MS = 86_400_000;

/** Returns whether a storefront without the app is due for another check. 0 `recheckDays` means never. */
export function isRecheckDue(checkedAt: Date, now: Date, recheckDays: number): boolean {
  return recheckDays > 0 && now.getTime() - checkedAt.getTime() >= recheckDays * DAY_MS;
}
