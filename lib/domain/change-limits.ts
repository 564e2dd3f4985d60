/** The pages of a feed reach this many changes. For older ones, a client sends an earlier `to`. */
export const FEED_CHANGES_MAX = 2_000;

/** Changes in an app's details. */
export const DETAIL_CHANGES_MAX = 100;

export const VERSIONS_MAX = 200;

/** Characters of a text in a list of many. The stores allow as many for a description. */
export const TEXT_LENGTH_MAX = 4_000;

/** Characters of a value: unlimited, or less if a page of the longest ones would not fit a response. */
export const VALUE_LENGTHS = [Number.POSITIVE_INFINITY, 1_000, 200] as const;
