/** Rows of each of the dashboard's lists. */
export const DASHBOARD_ROWS_MAX = 5;

/** Versions or changes after which the dashboard stops counting, so that it is as fast after years of history. */
export const HISTORY_COUNT_MAX = 10_000;
