import { isRefreshing, type Refresh } from "./refresh-text.ts";
import { isUnnamed, type NamedApp } from "./unnamed-app.ts";

/** How often a chart is read again while the service fetches it from the store, and while it reads names of apps. */
const CHART_MS = 10_000;
const NAMES_MS = 30_000;
/** Names come some ten minutes after their chart. Those that do not, the store may never show. */
const NAMES_AGE_MAX_MS = 30 * 60_000;

type Chart = {
  readonly data: readonly NamedApp[];
  readonly meta: { readonly refresh: Refresh; readonly fetched_at: string | null };
};

/** Returns the milliseconds after which a chart is read again; false where nothing is about to change. */
export function refreshInterval(chart: Chart | undefined, nowMs: number): number | false {
  if (isRefreshing(chart?.meta.refresh)) return CHART_MS;
  const fetchedAt = Date.parse(chart?.meta.fetched_at ?? "");
  const isNew = nowMs - fetchedAt < NAMES_AGE_MAX_MS;
  return isNew && chart?.data.some(isUnnamed) === true ? NAMES_MS : false;
}
