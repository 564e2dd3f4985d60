import { type Platform, platformFacts } from "../../../lib/domain/platform.ts";
import { costsByHost, type RequestCosts, type StoreHost, timesCosts } from "../../../lib/domain/store-hosts.ts";
import type { Activity } from "../activity.ts";
import { perPlatform } from "../pipeline-settings.ts";
import { rangeOf } from "./fleet.ts";
import { isStale } from "./sync-schedules.ts";
import type { World } from "./world.ts";

const DAY_SECONDS = 86_400;
const DAY_MINUTES = 1_440;

export type MeasuredPlatform = {
  readonly apps: number;
  /** Syncs that completed in the last day. */
  readonly syncedLastDay: number;
  /** Share of the apps whose last sync is at most 24 hours old, and 26. */
  readonly freshWithin24h: number;
  readonly freshWithin26h: number;
  readonly ageP50Hours: number;
  readonly ageP95Hours: number;
  /** Runs that are queued or under way at the end. */
  readonly active: number;
  /** Apps that are due and have no run. */
  readonly due: number;
  /** Requests a second, on average. */
  readonly storeRequestsPerSecond: number;
  /** Share of the apps whose metrics are of the last day. */
  readonly measuredOfDay: number;
  /** Of the page and of the stars that were not read for longest. */
  readonly oldestPageDays: number;
  readonly oldestStarsDays: number;
  readonly chartsPerDay: number;
  readonly chartsMissed: number;
  /** Hours from midnight to the last chart that was stored. */
  readonly lastChartHours: number;
  readonly searches: World["counts"]["searches"][Platform];
  readonly chartRequests: World["counts"]["chartRequests"][Platform];
  /** Pairs of an app and a storefront that sweeps have read a day, and pages of Google Play. */
  readonly pairsPerDay: number;
};

type Waited = { readonly p50: number; readonly p95: number };

export type Measured = {
  readonly days: number;
  readonly platforms: Readonly<Record<Platform, MeasuredPlatform>>;
  /** From queued to completed: scheduled runs of the last day, and all runs for which users have waited as a whole. */
  readonly scheduledRunMinutes: Waited;
  readonly requestedRunMinutes: Waited;
  /** Of all days, from a user's request to the app's own storefront, to its primary listing besides, and to a chart. */
  readonly identitySeconds: Waited;
  readonly firstLookSeconds: Waited;
  readonly requestedChartSeconds: Waited;
  /** Requests a minute, of the whole time. */
  readonly requestsPerMinute: Readonly<Record<StoreHost, number>>;
  readonly classRequestsPerMinute: RequestCosts;
  readonly failedRuns: number;
  /** Share of the consumers' invocations that found no token and made nothing else. */
  readonly deniedShare: number;
  readonly delivered: World["counts"]["delivered"];
  readonly denied: World["counts"]["denied"];
  readonly consumers: { readonly mean: number; readonly peak: number };
  /** Calls to the scrapers under way at once, at most. */
  readonly scraperCallsPeak: number;
  readonly activity: Activity;
};

export function measure(world: World): Measured {
  const { activity, counts, events, input } = world;
  const { completed, firstLooks, identified, requestedCharts } = counts;
  const scheduled = completed.filter(({ at, run }) => !run.isRequested && at > events.time - DAY_SECONDS);
  const requested = completed.filter(({ run }) => run.isRequested && !run.isDeferred);
  const classRequestsPerMinute = timesCosts(counts.requests, 1 / (input.days * DAY_MINUTES));
  const invocations = activity.calls.worker.count + activity.calls.chartWorker.count;
  const busySeconds = counts.busySeconds + counts.busy * (events.time - counts.busySince);
  return {
    days: input.days,
    platforms: perPlatform((platform) => measurePlatform(world, platform)),
    scheduledRunMinutes: waited(scheduled.map(({ seconds }) => seconds / 60)),
    requestedRunMinutes: waited(requested.map(({ seconds }) => seconds / 60)),
    identitySeconds: waited(identified.seconds),
    firstLookSeconds: waited(firstLooks.seconds),
    requestedChartSeconds: waited(requestedCharts.seconds),
    requestsPerMinute: requestsPerMinute(classRequestsPerMinute),
    classRequestsPerMinute,
    failedRuns: counts.failedRuns,
    deniedShare: invocations === 0 ? 0 : sumOf(counts.denied) / invocations,
    delivered: counts.delivered,
    denied: counts.denied,
    consumers: { mean: busySeconds / events.time, peak: counts.peakBusy },
    scraperCallsPeak: counts.peakCalls,
    activity,
  };
}

function measurePlatform(world: World, platform: Platform): MeasuredPlatform {
  const { activity, counts, events, fleet, input, runs, stores } = world;
  const [first, apps] = rangeOf(fleet, platform);
  const ages = new Float64Array(apps);
  let due = 0;
  let measured = 0;
  for (let index = 0; index < apps; index += 1) {
    const syncedAt = fleet.lastSynced[first + index] ?? 0;
    ages[index] = events.time - syncedAt;
    if (Math.max(syncedAt, fleet.lastSwept[first + index] ?? 0) > events.time - DAY_SECONDS) measured += 1;
    if (isStale(world, first + index)) due += 1;
  }
  ages.sort();
  const { hasGlobalMetrics } = platformFacts[platform];
  const pages = counts.requests.play_page ?? 0;
  return {
    apps,
    syncedLastDay: counts.completed.filter(({ at, run }) => at > events.time - DAY_SECONDS && run.platform === platform)
      .length,
    freshWithin24h: shareUpTo(ages, DAY_SECONDS),
    freshWithin26h: shareUpTo(ages, DAY_SECONDS + 7200),
    ageP50Hours: percentile(ages, 0.5) / 3600,
    ageP95Hours: percentile(ages, 0.95) / 3600,
    active: [...runs.values()].filter((run) => run.platform === platform).length,
    due,
    storeRequestsPerSecond: activity.storeRequests[platform] / (input.days * DAY_SECONDS),
    measuredOfDay: measured / Math.max(1, apps),
    oldestPageDays: stores[platform].pages.oldestDays(events.time),
    oldestStarsDays: stores[platform].stars.oldestDays(events.time),
    chartsPerDay: activity.charts[platform] / input.days,
    chartsMissed: stores[platform].charts.turns.missed,
    lastChartHours: counts.lastChartAfter[platform] / 3600,
    searches: counts.searches[platform],
    chartRequests: counts.chartRequests[platform],
    pairsPerDay: (hasGlobalMetrics ? pages : activity.itemsSwept) / input.days,
  };
}

function requestsPerMinute(perMinute: RequestCosts): Record<StoreHost, number> {
  const byHost = costsByHost(perMinute);
  const of = (host: StoreHost) => byHost.get(host) ?? 0;
  return {
    "itunes.apple.com": of("itunes.apple.com"),
    "apps.apple.com": of("apps.apple.com"),
    "play.google.com": of("play.google.com"),
  };
}

function waited(values: readonly number[]): Waited {
  const sorted = Float64Array.from(values).sort();
  return { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) };
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Of sorted values; 0 of none. */
function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** Of sorted values, the share that is at most so much; 1 of none. */
function shareUpTo(sorted: Float64Array, most: number): number {
  const beyond = sorted.findIndex((value) => value > most);
  if (sorted.length === 0) return 1;
  return beyond === -1 ? 1 : beyond / sorted.length;
}
