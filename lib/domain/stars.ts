export const STARS = 5;

/**
 * A storefront's stars need their own request. They are due again when the number of ratings changes by this share and
 * this number, or after these days. They take only spare tokens.
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

/** The sum of the stars may differ from the known number of ratings by this share, rounded up. */
const COUNT_TOLERANCE = 0.02;

/**
 * Returns whether the number of ratings with the stars matches the known one. If not, the stars may come from a cache
 * or another storefront.
 */
export function areOfRatings(ratingCount: number, knownCount: number): boolean {
  return Math.abs(ratingCount - knownCount) <= Math.ceil(knownCount * COUNT_TOLERANCE);
}
