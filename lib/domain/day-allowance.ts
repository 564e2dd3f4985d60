/** Requests with a daily limit per user (UTC). `store_requests` call a store while the client waits. */
export const allowances = ["store_requests", "syncs"] as const;
export type DayAllowance = (typeof allowances)[number];

export type DayAllowances = Readonly<Record<DayAllowance, number>>;

export const allowanceTexts: Readonly<Record<DayAllowance, string>> = {
  store_requests: "searches, suggestions and lists of a publisher's apps",
  syncs: "requested syncs",
};

/** Everything that is counted per user and day. `whole_syncs` rejects no request. */
export const dayCounts = [...allowances, "whole_syncs"] as const;
export type DayCount = (typeof dayCounts)[number];

/** First syncs per user and day that run whole with priority. Of further apps, only the first read has priority. */
export const WHOLE_SYNCS_PER_DAY = 50;
