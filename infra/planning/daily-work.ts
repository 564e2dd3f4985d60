import type { Platform } from "../../lib/domain/platform.ts";
import { publisherReadCosts, publisherReads } from "../../lib/domain/publisher.ts";
import { callCosts, chartPageCosts, searchRanksCosts, storefrontAppsCosts } from "../../lib/domain/request-costs.ts";
import { costsByHost, type RequestCosts, timesCosts } from "../../lib/domain/store-hosts.ts";
import { EXPRESS_REST_SECONDS, isSwept } from "../../lib/domain/storefront-sweep.ts";
import { usualPace } from "../../lib/domain/sweep-rotation.ts";
import type { Assumed } from "./assumptions.ts";
import { laterCostsByNeed, type Month, sumOfCosts } from "./later-sync.ts";
import type { PipelineSettings } from "./pipeline-settings.ts";
import { expressBatches } from "./read-costs.ts";
import { planOfDay } from "./simulation/daily-sweep.ts";
import { batchesOf, syncShape } from "./sync-shape.ts";

export type WorkPlan = {
  readonly apps: Readonly<Record<Platform, number>>;
  /** Terms that users track. Default: none. */
  readonly keywords?: Readonly<Record<Platform, number>>;
  readonly requestsPerDay: number;
  readonly settings: PipelineSettings;
  readonly assumed: Assumed;
  readonly month: Month;
};

const { daysBetween, perDayMax } = publisherReads;
const DAY_SECONDS = 86_400;
const MONTH_DAYS = 365 / 12;
const DAY_MINUTES = 1_440;

export function dailyWork({ apps, assumed, keywords, month, requestsPerDay, settings }: WorkPlan, platform: Platform) {
  const all = apps.ios + apps.android;
  const share = all === 0 ? 0 : apps[platform] / all;
  const { readsAll, refreshSeconds, sweep } = settings;
  const scheduled = (apps[platform] * DAY_SECONDS) / refreshSeconds;
  const requested = requestsPerDay * assumed.onDemandShare * share;
  const first = month === "first" ? apps[platform] / MONTH_DAYS : 0;
  const sharesSweep = isSwept(platform, sweep);
  const day = sharesSweep ? planOfDay(platform, apps[platform], sweep) : undefined;
  const dailyBatches = day?.batches ?? 0;
  const whole = requested + (readsAll[platform] ? scheduled : Math.min(first, scheduled));
  return {
    sharesSweep,
    syncs: scheduled + requested,
    wholeSyncs: whole,
    requestedSyncs: requested,
    laterSyncs: readsAll[platform] ? 0 : Math.max(0, scheduled - first),
    dailyBatches,
    sweepBatches:
      dailyBatches +
      (day === undefined
        ? 0
        : expressBatchesOf(platform, { syncs: whole, isLate: day.countedShards < day.shards, sweep })),
    charts: settings.charts[platform].perDay,
    publisherReads: Math.min(perDayMax, (apps[platform] * assumed.publishersPerApp) / daysBetween),
    keywordReads: Math.min(keywords?.[platform] ?? 0, settings.keywordsPerMinute[platform] * DAY_MINUTES),
    /** Pages of charts show apps without their names. */
    namingLookups: (settings.charts[platform].pages ?? 0) * assumed.namingLookups,
  };
}

type Express = { readonly syncs: number; readonly isLate: boolean; readonly sweep: PipelineSettings["sweep"] };

/**
 * One express shard runs at a time. The next one starts at once if an app has arrived meanwhile, but while the sweep is
 * late only after a rest.
 */
function expressBatchesOf(platform: Platform, { syncs, isLate, sweep }: Express): number {
  if (syncs === 0) return 0;
  const batches = expressBatches(platform);
  const restMinutes = isLate ? EXPRESS_REST_SECONDS / 60 : 0;
  const [busyMinutes, gapMinutes] = [Math.max(batches / usualPace(sweep), restMinutes), DAY_MINUTES / syncs];
  const idleMinutes = gapMinutes * Math.exp(-busyMinutes / gapMinutes);
  return (DAY_MINUTES / (busyMinutes + idleMinutes)) * batches;
}

type Needs = {
  /** Requests of charts and sweeps, which have a pace. */
  readonly paced: RequestCosts;
  readonly ofSyncs: RequestCosts;
  readonly ofPublishers: RequestCosts;
  readonly ofKeywords: RequestCosts;
  /** Requests for periodic refreshes, which syncs send only if tokens are left. */
  readonly periodic: RequestCosts;
};

export function neededPerDay(input: WorkPlan, platform: Platform): Needs {
  const { assumed, month } = input;
  const { pages = 0 } = input.settings.charts[platform];
  const later = laterCostsByNeed(platform, month, assumed);
  const work = dailyWork(input, platform);
  const { charts, keywordReads, laterSyncs, namingLookups, publisherReads: reads, requestedSyncs } = work;
  const { sharesSweep, sweepBatches, wholeSyncs } = work;
  return {
    paced: sumOfCosts([
      timesCosts(chartPageCosts, pages),
      timesCosts(callCosts[platform].fetchChart, charts - pages),
      timesCosts(storefrontAppsCosts, sweepBatches + namingLookups),
    ]),
    ofSyncs: sumOfCosts([
      timesCosts(wholeSyncCosts(platform, { sharesSweep }), wholeSyncs - requestedSyncs),
      timesCosts(wholeSyncCosts(platform, { sharesSweep, knowsTexts: sharesSweep }), requestedSyncs),
      timesCosts(later.needed, laterSyncs),
    ]),
    ofPublishers: timesCosts(publisherReadCosts[platform], reads),
    ofKeywords: timesCosts(searchRanksCosts[platform], keywordReads),
    periodic: timesCosts(later.periodic, laterSyncs),
  };
}

/** Returns the share, from 0 to 1, of the periodic refreshes for which a platform's hosts have tokens left. */
export function periodicShare(input: WorkPlan, platform: Platform): number {
  const { periodic, ...first } = neededPerDay(input, platform);
  const [taken, wanted] = [costsByHost(sumOfCosts(Object.values(first))), costsByHost(periodic)];
  const shares = [...wanted].map(([host, requests]) => {
    const { perMinute } = input.settings.stores.hosts[host];
    if (perMinute === "unlimited") return 1;
    return (perMinute * DAY_MINUTES - (taken.get(host) ?? 0)) / requests;
  });
  return Math.max(0, Math.min(1, ...shares));
}

function wholeSyncCosts(platform: Platform, circumstances: Parameters<typeof syncShape>[1]): RequestCosts {
  return sumOfCosts(batchesOf(syncShape(platform, circumstances)).map(({ costs }) => costs));
}
