import type { Data } from "../../client/operation-types.ts";
import { countryName, localeName } from "../../format/locale-names.ts";
import { formatQuantity } from "../../format/numbers.ts";
import { formatClock, formatDay } from "../../format/times.ts";

export type SyncStatus = Data<"showSyncStatus">;
type FailedItem = SyncStatus["failed_items"][number];

const POLL_MS = 3_000;
const LATER_POLL_MS = 5_000;
const WAITING_POLL_MS = 15_000;
const MINUTE_MS = 60_000;
/** The longest time by which shown data may lag behind a sync. */
const REFRESH_MS = 10_000;

export function isUnderWay({ status }: Pick<SyncStatus, "status">): boolean {
  return status === "queued" || status === "processing";
}

/** Returns milliseconds until the next read of the status, or false if no sync is under way. */
export function syncInterval(sync: SyncStatus, nowMs: number): number | false {
  if (!isUnderWay(sync)) return false;
  if (sync.starts_at !== null && Date.parse(sync.starts_at) - nowMs > WAITING_POLL_MS) return WAITING_POLL_MS;
  return (sync.elapsed_ms ?? 0) > MINUTE_MS ? LATER_POLL_MS : POLL_MS;
}

/** Returns a text that changes whenever the shown data must be read again. */
export function refreshMark(sync: SyncStatus): string {
  if (!isUnderWay(sync)) return "idle";
  const part = Math.floor((sync.elapsed_ms ?? 0) / REFRESH_MS);
  return `${sync.run_id ?? ""} ${sync.current_step ?? ""} ${part}`;
}

const steps: Readonly<Record<NonNullable<SyncStatus["current_step"]>, string>> = {
  identity: "Looking up the app in the store",
  listings: "Reading the listing of each language",
  metrics: "Reading ratings and prices of each country",
  finalize: "Comparing with the previous data",
  reconciling: "Retrying failed items",
};

export function describeStep({ status, current_step: step }: SyncStatus): string {
  if (status === "queued" || step === null) return "Waiting to start";
  return steps[step];
}

export function describeProgress({
  expected_at: expectedAt,
  priority,
  progress,
  swept_on: sweptOn,
}: SyncStatus): string {
  const { by_run: byRun, by_sweep: bySweep, pending } = progress;
  const sweep = sweptOn === null ? "already known" : `read by the daily sweep of ${formatDay(sweptOn)}`;
  const parts = [
    `${byRun} read by this sync`,
    ...(bySweep > 0 ? [`${bySweep} ${sweep}`] : []),
    ...(pending > 0 ? [`${pending} waiting`] : []),
  ];
  const end = expectedAt === null ? "" : ` Ready at about ${formatClock(Date.parse(expectedAt))}.`;
  const turn = priority === "scheduled" ? " The rest is scheduled. Sync the app to speed it up." : "";
  return `${parts.join(", ")}.${end}${turn}`;
}

/** Returns what a completed sync has left to later ones, or "" if that is nothing. */
export function describeUnread({ progress: { pending }, status }: SyncStatus): string {
  if (status !== "completed" || pending === 0) return "";
  const items = formatQuantity(pending, "item");
  return `Not read yet: ${items}. The next scheduled syncs read them. Sync the app to speed it up.`;
}

const reasons: Readonly<Record<FailedItem["reason"], string>> = {
  http_403: "the store rejected the request",
  http_429: "the store limits requests",
  http_5xx: "the store failed",
  timeout: "the store did not respond in time",
  network_error: "the store could not be reached",
  invalid_response: "the store's response could not be read",
};

/** Returns a text such as "Listing in German (de-DE), Germany: the store failed". */
export function describeFailedItem({ phase, country_code: country, locale, reason }: FailedItem): string {
  const place = countryName(country);
  const item =
    phase === "listings" && locale !== null
      ? `Listing in ${localeName(locale)}, ${place}`
      : `Ratings and price, ${place}`;
  return `${item}: ${reasons[reason]}`;
}

type Refresh = Data<"showApp">["refresh"];

/** Returns how often an app's storefronts are read, or "" if that is daily or unknown. */
export function describeRefresh(refresh: Refresh): string {
  if (refresh === null || refresh.all_days === null || refresh.all_days === 1) return "";
  const { own_storefront_days: own, all_days: all } = refresh;
  const ownDays = own === 1 ? "daily" : `every ${formatQuantity(own, "day")}`;
  return all === own ? `Storefronts read ${ownDays}` : `Own storefront read ${ownDays}, all within ${all} days`;
}
