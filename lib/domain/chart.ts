export const chartCollections = ["top_free", "top_paid", "top_grossing"] as const;
/** What became of the fetch of one chart of one day. */
export const chartFetchOutcomes = ["stored", "empty", "failed", "missed"] as const;
