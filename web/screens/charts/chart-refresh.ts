export type Refresh = "none" | "queued" | "under_way" | "empty" | "failed" | "limit_reached";

const texts: Readonly<Record<Refresh, string | undefined>> = {
  none: undefined,
  queued: "Today's chart has been queued. It appears here automatically, usually within minutes.",
  under_way: "Today's chart is being fetched. It appears here automatically, usually within minutes.",
  empty: "The store has no such chart today.",
  failed: "Today's chart could not be fetched a few minutes ago. It will be retried later.",
  limit_reached:
    "Today's chart was not requested, because the limit for requested charts is reached. Charts of the daily plan " +
    "are still fetched at their scheduled time.",
};

export function refreshText(refresh: Refresh | undefined): string | undefined {
  return refresh === undefined ? undefined : texts[refresh];
}

/** Intervals between reads: while the service fetches the chart, and while names of its apps are missing. */
const CHART_MS = 10_000;
const NAMES_MS = 30_000;
/** Names follow about ten minutes after their chart. The store may never show the others. */
const NAMES_AGE_MAX_MS = 30 * 60_000;

type Chart = {
  readonly data: readonly NamedApp[];
  readonly meta: { readonly refresh: Refresh; readonly fetched_at: string | null };
};

/** Returns milliseconds until the next read, or false if no change is expected. */
export function refreshInterval(chart: Chart | undefined, nowMs: number): number | false {
  if (chart?.meta.refresh === "queued" || chart?.meta.refresh === "under_way") return CHART_MS;
  const fetchedAt = Date.parse(chart?.meta.fetched_at ?? "");
  const isNew = nowMs - fetchedAt < NAMES_AGE_MAX_MS;
  return isNew && chart?.data.some(isUnnamed) === true ? NAMES_MS : false;
}

export type NamedApp = { readonly app_name: string; readonly app_external_id: string };

/** Until a charted app's name is known, the service shows its external id as the name. */
export function isUnnamed({ app_name: name, app_external_id: id }: NamedApp): boolean {
  return name === id;
}
