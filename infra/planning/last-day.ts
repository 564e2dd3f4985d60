import { type Platform, platforms } from "../../lib/domain/platform.ts";
import { costsByHost, hostClasses, type RequestCosts, type StoreHost } from "../../lib/domain/store-hosts.ts";
import { type Activity, callKinds, noActivity } from "./activity.ts";
import { perPlatform } from "./pipeline-settings.ts";
import { measure } from "./simulation/measure.ts";
import type { World } from "./simulation/world.ts";

const DAY_SECONDS = 86_400;
const DAY_MINUTES = 1_440;

export type Backlog = { readonly overdue: number; readonly requested: number };

type Moment = {
  readonly activity: Activity;
  readonly denied: number;
  readonly failedRuns: number;
  readonly missedCharts: Readonly<Record<Platform, number>>;
  readonly requestsByClass: RequestCosts;
  readonly backlog: Readonly<Record<Platform, Backlog>>;
};

export type LastDay = {
  readonly activity: Activity;
  readonly deniedShare: number;
  readonly failedRuns: number;
  readonly missedCharts: Readonly<Record<Platform, number>>;
  readonly requestsPerMinute: Readonly<Record<StoreHost, number>>;
  readonly classRequestsPerMinute: RequestCosts;
  readonly backlog: Readonly<Record<Platform, { readonly before: Backlog; readonly after: Backlog }>>;
};

export function watchLastDay(days: number) {
  const beginsAt = (days - 1) * DAY_SECONDS;
  let before: Moment | undefined;
  let last: World | undefined;
  return {
    onEvent: (world: World) => {
      if (before === undefined && world.events.time >= beginsAt) before = momentOf(world);
      last = world;
    },
    end: (): LastDay => {
      if (last === undefined || before === undefined) throw new Error("Nothing happened on the last day.");
      return between(before, momentOf(last));
    },
  };
}

function momentOf(world: World): Moment {
  const { activity, counts, runs, stores } = world;
  const measured = measure(world);
  return {
    activity: structuredClone(activity),
    denied: sumOf(Object.values(counts.denied)),
    failedRuns: counts.failedRuns,
    missedCharts: perPlatform((platform) => stores[platform].charts.turns.missed),
    requestsByClass: { ...counts.requests },
    backlog: perPlatform((platform) => {
      const { apps, freshWithin26h } = measured.platforms[platform];
      return { overdue: Math.round(apps * (1 - freshWithin26h)), requested: requestedRuns(runs, platform) };
    }),
  };
}

function requestedRuns(runs: World["runs"], platform: Platform): number {
  return [...runs.values()].filter((run) => run.platform === platform && run.isOnDemand).length;
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function between(before: Moment, after: Moment): LastDay {
  const activity = activityBetween(before.activity, after.activity);
  const deliveries = activity.calls.worker.count + activity.calls.chartWorker.count;
  const classes = hostClasses.map((name) => [
    name,
    ((after.requestsByClass[name] ?? 0) - (before.requestsByClass[name] ?? 0)) / DAY_MINUTES,
  ]);
  const classRequestsPerMinute: RequestCosts = Object.fromEntries(classes);
  const byHost = costsByHost(classRequestsPerMinute);
  const perMinute = (host: StoreHost) => byHost.get(host) ?? 0;
  return {
    activity,
    deniedShare: deliveries === 0 ? 0 : (after.denied - before.denied) / deliveries,
    failedRuns: after.failedRuns - before.failedRuns,
    missedCharts: perPlatform((platform) => after.missedCharts[platform] - before.missedCharts[platform]),
    requestsPerMinute: {
      "itunes.apple.com": perMinute("itunes.apple.com"),
      "apps.apple.com": perMinute("apps.apple.com"),
      "play.google.com": perMinute("play.google.com"),
    },
    classRequestsPerMinute,
    backlog: perPlatform((platform) => ({ before: before.backlog[platform], after: after.backlog[platform] })),
  };
}

function activityBetween(before: Activity, after: Activity): Activity {
  const day = noActivity(1);
  for (const kind of callKinds) {
    day.calls[kind].count = after.calls[kind].count - before.calls[kind].count;
    day.calls[kind].seconds = after.calls[kind].seconds - before.calls[kind].seconds;
  }
  for (const key of ["messages", "itemsStored", "itemsSwept", "statements"] as const) {
    day[key] = after[key] - before[key];
  }
  for (const key of ["syncs", "charts", "storeRequests"] as const) {
    for (const platform of platforms) day[key][platform] = after[key][platform] - before[key][platform];
  }
  return day;
}

/** A steady backlog varies by this share of the apps, or this number, from one day to the next. */
const STEADY = { share: 0.01, apps: 20 };

export function grows({ before, after }: LastDay["backlog"][Platform], apps: number): boolean {
  const room = Math.max(STEADY.apps, STEADY.share * apps);
  return after.overdue > before.overdue + room || after.requested > before.requested + room;
}
