/** How many kinds of stars a rating has. */
export const STARS = 5;

/**
 * When the stars of a storefront are read again. They cost a request of their own, while rating and count come from the
 * day's sweep: they are due when the count has moved by this share and number, or after so many days. A scheduled run
 * reads them as far as others leave tokens. Where nobody has rated the app, there are none.
 */
export const starsRules = {
  movedShare: 0.05,
  movedMin: 50,
  /** In the storefront that identity is read in. */
  primaryDays: 7,
  otherDays: 90,
  /**
   * Other storefronts that one scheduled run reads for their stars alone where the store limits requests:
   * those never read first, by their ratings.
   */
  otherPerRun: 3,
} as const;

/** Share of the known ratings, in whole ratings, by which those that come with stars may differ from them. */
const COUNT_TOLERANCE = 0.02;

/**
 * Returns whether stars are those of the ratings that are known: they may come from a cache, or from another
 * storefront.
 */
export function areOfRatings(ratingCount: number, knownCount: number): boolean {
  return Math.abs(ratingCount - knownCount) <= Math.ceil(knownCount * COUNT_TOLERANCE);
}
