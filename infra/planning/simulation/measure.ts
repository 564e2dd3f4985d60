import type { Platform } from "../../../lib/domain/platform.ts";
import { type RequestCosts, type StoreHost, timesCosts } from "../../../lib/domain/store-hosts.ts";
import type { Activity } from "../activity.ts";
import { perPlatform } from "../pipeline-settings.ts";
import { FAILED, IDLE, platformOf, rangeOf } from "./fleet.ts";
import { isStale } from "./run-statements.ts";
import { dueRules } from "./sync-schedules.ts";
import type { ChartRequests, Searches, World } from "./world.ts";

const DAY_SECONDS = 86_400;

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
  readonly searches: Readonly<Searches>;
  readonly chartRequests: Readonly<ChartRequests>;
};

export type Measured = {
  readonly days: number;
  readonly platforms: Readonly<Record<Platform, MeasuredPlatform>>;
  /** From queued to completed, of the last day. */
  readonly scheduledRunMinutes: { readonly p50: number; readonly p95: number };
  readonly onDemandRunMinutes: { readonly p50: number; readonly p95: number };
  /** From a user's request until the identity of the app in its own storefront is stored. */
  readonly identitySeconds: { readonly p50: number; readonly p95: number };
  /** Requests a minute, of the whole time. */
  readonly requestsPerMinute: Readonly<Record<StoreHost, number>>;
  readonly classRequestsPerMinute: RequestCosts;
  readonly failedRuns: number;
  /** Share of the consumers' invocations that found no token. */
  readonly deniedShare: number;
  readonly consumers: { readonly mean: number; readonly peak: number };
  /** Calls to the scrapers under way at once, at most. */
  readonly scraperCallsPeak: number;
  readonly activity: Activity;
};

export function measure(world: World): Measured {
  const { activity, counts, events, input } = world;
  const invocations = activity.calls.worker.count + activity.calls.chartWorker.count;
  const busySeconds = counts.busySeconds + counts.busy * (events.time - counts.busySince);
  return {
    days: input.days,
    platforms: perPlatform((platform) => measurePlatform(world, platform)),
    scheduledRunMinutes: runMinutes(world, false),
    onDemandRunMinutes: runMinutes(world, true),
    identitySeconds: identitySeconds(world),
    requestsPerMinute: requestsPerMinute(world),
    classRequestsPerMinute: timesCosts(counts.requestsByClass, 1 / (input.days * 1_440)),
    failedRuns: counts.failedRuns,
    deniedShare: invocations === 0 ? 0 : counts.denied / invocations,
    consumers: { mean: busySeconds / events.time, peak: counts.peakBusy },
    scraperCallsPeak: counts.peakCalls,
    activity,
  };
}

function measurePlatform(world: World, platform: Platform): MeasuredPlatform {
  const { activity, counts, events, fleet, input } = world;
  const rules = dueRules(world, platform, Number.POSITIVE_INFINITY);
  const [first, apps] = rangeOf(fleet, platform);
  const ages = new Float64Array(apps);
  const measuredAt = new Float64Array(apps);
  let active = 0;
  let due = 0;
  for (let index = 0; index < apps; index += 1) {
    const syncedAt = fleet.lastSynced[first + index] ?? 0;
    ages[index] = events.time - syncedAt;
    measuredAt[index] = Math.max(syncedAt, fleet.lastSwept[first + index] ?? 0);
    const state = fleet.state[first + index];
    if (state !== IDLE && state !== FAILED) active += 1;
    else if (isStale(fleet, first + index, rules)) due += 1;
  }
  ages.sort();
  const isOfLastDay = (at: number, index: number) =>
    at > events.time - DAY_SECONDS && platformOf(fleet, counts.completed.app[index] ?? 0) === platform;
  const seconds = input.days * DAY_SECONDS;
  return {
    apps,
    syncedLastDay: counts.completed.at.filter(isOfLastDay).length,
    freshWithin24h: shareUpTo(ages, DAY_SECONDS),
    freshWithin26h: shareUpTo(ages, DAY_SECONDS + 7200),
    ageP50Hours: percentile(ages, 0.5) / 3600,
    ageP95Hours: percentile(ages, 0.95) / 3600,
    active,
    due,
    storeRequestsPerSecond: activity.storeRequests[platform] / seconds,
    measuredOfDay: measuredAt.filter((at) => at > events.time - DAY_SECONDS).length / Math.max(1, apps),
    oldestPageDays: world.pages[platform].oldestDays(events.time),
    oldestStarsDays: world.stars[platform].oldestDays(events.time),
    chartsPerDay: activity.charts[platform] / input.days,
    chartsMissed: counts.missedCharts[platform],
    lastChartHours: counts.lastChartAfter[platform] / 3600,
    searches: counts.searches[platform],
    chartRequests: counts.chartRequests[platform],
  };
}

function runMinutes({ counts: { completed }, events }: World, isOnDemand: boolean) {
  const chosen = completed.seconds.filter(
    (_, index) => completed.isOnDemand[index] === isOnDemand && (completed.at[index] ?? 0) > events.time - DAY_SECONDS,
  );
  const sorted = Float64Array.from(chosen).sort();
  return { p50: percentile(sorted, 0.5) / 60, p95: percentile(sorted, 0.95) / 60 };
}

function identitySeconds({ counts: { identified }, events }: World) {
  const ofLastDay = identified.seconds.filter((_, index) => (identified.at[index] ?? 0) > events.time - DAY_SECONDS);
  const sorted = Float64Array.from(ofLastDay).sort();
  return { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) };
}

function requestsPerMinute({ counts: { requests }, input }: World): Record<StoreHost, number> {
  const minutes = input.days * 1_440;
  return {
    "itunes.apple.com": requests["itunes.apple.com"] / minutes,
    "apps.apple.com": requests["apps.apple.com"] / minutes,
    "play.google.com": requests["play.google.com"] / minutes,
  };
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
