/**
 * When the stars of a storefront are read again. Only a page of its own shows them, while rating and count come from
 * the day's sweep: they are due when the count has moved by this share and number, or after so many days.
 */
export const starsRules = {
  movedShare: 0.05,
  movedMin: 50,
  /** In the storefront that identity is read in. */
  primaryDays: 7,
  otherDays: 90,
} as const;
