/** What the service says of today's chart. */
export type Refresh = "none" | "queued" | "under_way" | "empty" | "failed" | "limit_reached";

const texts: Readonly<Record<Refresh, string | undefined>> = {
  none: undefined,
  queued: "Today's chart has been queued. It appears here by itself, usually within minutes.",
  under_way: "Today's chart is being fetched. It appears here by itself, usually within minutes.",
  empty: "The store has no such chart today.",
  failed: "Today's chart could not be fetched a few minutes ago. It is tried again later.",
  limit_reached:
    "Today's chart was not requested: the limit of requested charts is reached for now. Charts of the daily plan are still fetched at their time.",
};

/** Returns what a reader needs to know of today's chart; undefined where nothing is under way. */
export function refreshText(refresh: Refresh | undefined): string | undefined {
  return refresh === undefined ? undefined : texts[refresh];
}

/** Returns whether a chart is about to change. */
export function isRefreshing(refresh: Refresh | undefined): boolean {
  return refresh === "queued" || refresh === "under_way";
}
