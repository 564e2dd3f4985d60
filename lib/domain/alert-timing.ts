/**
 * When messages are sent. `after_day`: the messages of a day once it has ended and its last readings are stored.
 * `daily`: one digest of all apps.
 */
export const alertTimings = ["at_once", "after_day", "daily"] as const;
export type AlertTiming = (typeof alertTimings)[number];

/** The hour (UTC) by which what was read on the day before is stored and reported. */
export const DAY_ENDED_HOUR = 2;
/** The hour (UTC) of a digest whose user has not chosen one. */
export const DIGEST_HOUR_DEFAULT = 7;
/** Apps that a digest names, and events of each that it describes. It counts the others. */
export const DIGEST_APPS_MAX = 8;
export const DIGEST_EVENTS_OF_APP_MAX = 5;
