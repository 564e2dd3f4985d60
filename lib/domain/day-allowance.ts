/**
 * The requests of which a user may send only so many a day (UTC), besides those of a minute. `store_requests` are those
 * for which a store is called while the client waits.
 */
export const allowances = ["store_requests", "syncs"] as const;
export type DayAllowance = (typeof allowances)[number];

/** Requests a user and day. */
export type DayAllowances = Readonly<Record<DayAllowance, number>>;

/** What the requests of each allowance are called. */
export const allowanceTexts: Readonly<Record<DayAllowance, string>> = {
  store_requests: "searches and lists of a publisher's apps",
  syncs: "requested syncs",
};

/** All that is counted by user and day. `whole_syncs` rejects no request. */
export const dayCounts = [...allowances, "whole_syncs"] as const;

/**
 * Apps of a user and day whose first sync is whole as soon as the store permits; of others the first read alone, and
 * the rest is scheduled work.
 */
export const WHOLE_SYNCS_PER_DAY = 50;
