export const DASHBOARD_ROWS_MAX = 5;

/** The dashboard stops counting versions or changes here, to stay fast after years of history. */
export const HISTORY_COUNT_MAX = 10_000;
