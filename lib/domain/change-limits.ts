/** Changes that the pages of a feed reach. Older ones are on the pages of an earlier `to`. */
export const FEED_CHANGES_MAX = 2_000;

/** Changes of one app beside its other details. */
export const DETAIL_CHANGES_MAX = 100;

/** Versions of one app in a response, the newest. */
export const VERSIONS_MAX = 200;

/** Characters of a text beside many others: what the stores allow for a description. */
export const TEXT_LENGTH_MAX = 4_000;
