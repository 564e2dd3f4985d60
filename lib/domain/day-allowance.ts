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
