import { type Platform, platformFacts } from "../../../lib/domain/platform.ts";
import { timesCosts } from "../../../lib/domain/store-hosts.ts";
import { perPlatform } from "../pipeline-settings.ts";
import { DAY_SECONDS } from "./paced-slots.ts";
import { isScheduled } from "./run.ts";
import { isStale } from "./sync-schedules.ts";
import type { Store, World } from "./world.ts";

const DAY_MINUTES = 1_440;
const OVERDUE_SECONDS = DAY_SECONDS + 7_200;

/** Apps whose last sync is older than 26 hours, and syncs that users wait for. */
export type Backlog = { readonly overdue: number; readonly requested: number };

export function backlogOf({ events, stores }: World): Record<Platform, Backlog> {
  return perPlatform((platform) => {
    const { apps, runs } = stores[platform];
    return {
      overdue: apps.lastSynced.filter((at) => events.time - at > OVERDUE_SECONDS).length,
      requested: [...runs.values()].filter((run) => !isScheduled(run)).length,
    };
  });
}

export type Measured = ReturnType<typeof measure>;
export type MeasuredPlatform = Measured["platforms"][Platform];

export function measure(world: World, before: ReturnType<typeof backlogOf>) {
  const { activity, completed, counts, events, input, waits } = world;
  const { chartWorker, worker } = activity.calls;
  const deliveries = worker.count + chartWorker.count;
  const minutesOf = (runs: typeof completed) => waited(runs.map(({ at, run }) => (at - run.queuedAt) / 60));
  const after = backlogOf(world);
  return {
    activity,
    platforms: perPlatform((platform) => measureStore(world.stores[platform])),
    backlog: perPlatform((platform) => ({ before: before[platform], after: after[platform] })),
    /** The time from queued to completed: scheduled runs of the last day, and all whole runs that users waited for. */
    scheduledRunMinutes: minutesOf(
      completed.filter((one) => !one.run.isRequested && one.at > events.time - DAY_SECONDS),
    ),
    requestedRunMinutes: minutesOf(completed.filter(({ run }) => run.isRequested && !run.isDeferred)),
    identitySeconds: waited(waits.identified),
    firstReadSeconds: waited(waits.firstReads),
    /** Minutes from the read of a batch to the report of its changes. */
    reportMinutes: waited(waits.reports.map((seconds) => seconds / 60)),
    requestsPerMinute: timesCosts(counts.requests, 1 / (input.countedDays * DAY_MINUTES)),
    searchesPerDay: counts.searches / input.countedDays,
    searchesRejected: counts.searchesRejected,
    /** The share of the consumers' invocations that found no token and did nothing else. */
    deniedShare: deliveries === 0 ? 0 : counts.denied / deliveries,
    consumers: {
      mean: (worker.seconds + chartWorker.seconds) / (input.countedDays * DAY_SECONDS),
      peak: counts.peakBusy,
    },
    scraperCallsPeak: counts.peakCalls,
  };
}

function measureStore(store: Store) {
  const { activity, apps, counts, events, input, keywords, pages, platform, runs, slots, stars } = store;
  const days = input.countedDays;
  const { keyword = 0, page = 0, rotation = 0 } = counts.byPurpose[platform];
  const { hasGlobalMetrics } = platformFacts[platform];
  const ages = apps.lastSynced.map((at) => events.time - at).sort();
  const ownPageAges = hasGlobalMetrics ? apps.lastSwept.map((at) => events.time - at).sort() : new Float64Array();
  const shareOf = (some: { readonly length: number }) => (apps.count === 0 ? 1 : some.length / apps.count);
  const newest = apps.lastSynced.map((at, app) => Math.max(at, apps.lastSwept[app] ?? 0));
  const read = hasGlobalMetrics ? (counts.requests.play_page ?? 0) : activity.itemsSwept;
  return {
    syncsPerDay: activity.syncs[platform] / days,
    /** The share of apps whose last sync is at most 24 hours old, and at most 26. */
    freshWithin24h: shareOf(ages.filter((age) => age <= DAY_SECONDS)),
    freshWithin26h: shareOf(ages.filter((age) => age <= OVERDUE_SECONDS)),
    ageP50Hours: percentile(ages, 0.5) / 3600,
    ageP95Hours: percentile(ages, 0.95) / 3600,
    /** Active runs at the end, and due apps without a run. */
    active: runs.size,
    due: [...apps.lastSynced.keys()].filter((app) => isStale(store, app)).length,
    measuredOfDay: shareOf(newest.filter((at) => at > events.time - DAY_SECONDS)),
    /** The age of own pages, and the apps with pages that were never read, where no sweep reads storefronts. */
    ownPageP95Hours: percentile(ownPageAges, 0.95) / 3600,
    ownPageOldestHours: percentile(ownPageAges, 1) / 3600,
    unreadApps: hasGlobalMetrics ? pages.countUnreadApps() : 0,
    /** The age of the page and of the stars whose last read is oldest. */
    oldestPageDays: pages.oldestDays(events.time),
    oldestStarsDays: stars.oldestDays(events.time),
    chartsPerDay: activity.charts[platform] / days,
    chartsMissed: slots.chart.missed,
    publishersPerDay: activity.publishers[platform] / days,
    keywordsPerDay: activity.keywords[platform] / days,
    /** The share of tracked terms that each day read, from the first one on, and the fewest days that read a term. */
    keywordShares: keywords.readsOfDays.map((reads) => reads / keywords.order.length),
    keywordDaysMin: Math.min(input.days, ...keywords.daysRead),
    /** Requests for what has no day of its own: terms, then changed pages, and pages and stars in turn. */
    purposesPerDay: { keyword: keyword / days, page: page / days, rotation: rotation / days },
    lastChartHours: store.lastChartAfter / 3600,
    /** Pairs of an app and a storefront that sweeps read per day, and pages of Google Play. */
    pairsPerDay: read / days,
  };
}

function waited(values: readonly number[]) {
  const sorted = Float64Array.from(values).sort();
  return { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) };
}

/** Expects sorted values; returns 0 for none. */
function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
