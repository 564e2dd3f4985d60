/**
 * A response that shows an older version than the stored one is stored once reads `hours` apart have shown the same
 * version, and after `hoursMax` whichever older versions were shown. Daily reads are not exactly 24 hours apart, so
 * `hoursMax` ends half a day before the second one.
 */
export const HELD_BACK = { hours: 24, hoursMax: 36 };
