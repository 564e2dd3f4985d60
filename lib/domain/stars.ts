export const STARS = 5;

/**
 * A storefront's stars need their own request. They are due again when the count moves by this share and number, or
 * after these days, and take only spare tokens.
 */
export const starsRules = {
  movedShare: 0.05,
  movedMin: 50,
  primaryDays: 7,
  otherDays: 90,
  /**
   * Other storefronts for which one scheduled run reads only the stars, on a store with limits. Unread ones come first.
   */
  otherPerRun: 3,
} as const;

/** Stars may differ from the known number of ratings by this share, in whole ratings. */
const COUNT_TOLERANCE = 0.02;

/** Returns whether stars match the known ratings. Others may come from a cache or another storefront. */
export function areOfRatings(ratingCount: number, knownCount: number): boolean {
  return Math.abs(ratingCount - knownCount) <= Math.ceil(knownCount * COUNT_TOLERANCE);
}
