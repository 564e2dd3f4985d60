import { type Platform, platformFacts, platforms } from "../../lib/domain/platform.ts";
import {
  classCapPerMinute,
  type HostClass,
  hostClasses,
  hostOfClass,
  platformOfHost,
  type StoreHost,
  storeHosts,
} from "../../lib/domain/store-hosts.ts";
import { tickTimes } from "../templates/tick-times.ts";
import { STEADY_MONTH } from "./bill.ts";
import { describeLimits } from "./describe-limits.ts";
import { formatDays, formatNumber, formatQuantity, formatTable } from "./format-table.ts";
import { type Backlog, grows } from "./last-day.ts";
import type { SimulationOptions } from "./options.ts";
import type { Simulated } from "./run-simulation.ts";
import type { MeasuredPlatform } from "./simulation/measure.ts";

type Row = readonly [label: string, of: (simulated: Simulated) => string];

export function describeSimulation(options: SimulationOptions, results: readonly Simulated[]): readonly string[] {
  const rows = [...platforms.flatMap((platform) => platformRows(options, platform)), ...deploymentRows(options)];
  const table = formatTable([
    ["", ...results.map(({ apps }) => `${formatNumber(apps.ios + apps.android, 0)} apps`)],
    ...rows.map(([label, of]) => [label, ...results.map(of)]),
  ]);
  return [
    `Stage ${options.stage.name}, ${formatDays(options.days)}, ${options.iosPercent} % App Store, ` +
      `${percent(options.changedShare)} of the apps with a new version a day, seed ${options.seed}.`,
    "At the start every app has long been followed and is fresh; the figures are of the last day.",
    `Prices of ${options.region}, month ${STEADY_MONTH}, free tier: ${options.freeTier}.`,
    "",
    ...table,
    "",
    ...results.flatMap((result) => [
      ...describeBottleneck(result),
      ...describeGrowth(result, options),
      ...platforms.flatMap((of) => describeDemand(result, of)),
    ]),
    "",
    ...SIMPLIFIED,
  ];
}

const SIMPLIFIED = [
  "Simplifications: a sync is simulated by its batches; a batch takes as long as its slowest item; a failed item",
  "includes its quick retry; every app is sold everywhere, so that no sweep misses one; the stores bear what the caps",
  "allow; schedules take no time; cold starts and the delays of queues are left out; of the API, only searches call a",
  "store; no two searches share a call; requested charts are drawn evenly from all charts of a store.",
];

function platformRows({ demand }: SimulationOptions, platform: Platform): readonly Row[] {
  const { storeName } = platformFacts[platform];
  const of = ({ measured }: Simulated) => measured.platforms[platform];
  return [
    [storeName, () => ""],
    ["  syncs a day", (simulated) => formatNumber(of(simulated).syncedLastDay, 0)],
    [
      "  synced within 24 h (26 h)",
      (simulated) => `${percent(of(simulated).freshWithin24h)} (${percent(of(simulated).freshWithin26h)})`,
    ],
    ["  age, p50 / p95", (simulated) => `${hours(of(simulated).ageP50Hours)} / ${hours(of(simulated).ageP95Hours)}`],
    [
      "  backlog: active runs / due apps",
      (simulated) => `${formatNumber(of(simulated).active, 0)} / ${formatNumber(of(simulated).due, 0)}`,
    ],
    [
      "  older than 26 h, a day before / at the end",
      ({ lastDay: { backlog } }) => formatCounts([backlog[platform].before.overdue, backlog[platform].after.overdue]),
    ],
    [
      "  waiting users, a day before / at the end",
      ({ lastDay: { backlog } }) =>
        formatCounts([backlog[platform].before.requested, backlog[platform].after.requested]),
    ],
    ["  metrics of the day", (simulated) => percent(of(simulated).measuredOfDay)],
    [
      platformFacts[platform].hasGlobalMetrics ? "  pages read a day" : "  app-storefront pairs swept a day",
      (simulated) => formatNumber(of(simulated).pairsPerDay, 0),
    ],
    [
      platformFacts[platform].hasGlobalMetrics ? "  oldest text" : "  oldest page / histogram",
      (simulated) => oldest(of(simulated), platform),
    ],
    ...storeHosts
      .filter((host) => platformOfHost[host] === platform)
      .map((host): Row => [`  requests a minute to ${host} / budget`, (simulated) => requestsTo(simulated, host)]),
    ...hostClasses
      .filter((hostClass) => platformOfHost[hostOfClass[hostClass]] === platform)
      .map(
        (hostClass): Row => [
          `  ${hostClass} a minute: sent / needed / allowed`,
          (simulated) => requestsOfClass(simulated, hostClass),
        ],
      ),
    [
      "  charts a day (missed)",
      ({ lastDay: { activity, missedCharts } }) =>
        `${formatNumber(activity.charts[platform], 0)} (${formatNumber(missedCharts[platform], 0)})`,
    ],
    ["  last chart stored at", (simulated) => hours(of(simulated).lastChartHours)],
    ...(demand.searchesPerDay > 0 ? [searchRow(platform)] : []),
    ...(demand.chartRequestsPerDay > 0 ? [chartRequestRow(platform)] : []),
  ];
}

function searchRow(platform: Platform): Row {
  const counts = ({ taken, denied }: MeasuredPlatform["searches"]) => [taken, denied];
  return ["  searches: 200 / 429", ({ measured }) => formatCounts(counts(measured.platforms[platform].searches))];
}

function chartRequestRow(platform: Platform): Row {
  const counts = ({ queued, under_way, limit_reached }: MeasuredPlatform["chartRequests"]) => [
    queued,
    under_way,
    limit_reached,
  ];
  return [
    "  requested charts: queued / known / limited",
    ({ measured }) => formatCounts(counts(measured.platforms[platform].chartRequests)),
  ];
}

function formatCounts(counts: readonly number[]): string {
  return counts.map((count) => formatNumber(count, 0)).join(" / ");
}

function deploymentRows({ stage }: SimulationOptions): readonly Row[] {
  const capacity = stage.database.cluster?.capacity;
  return [
    ["Deployment", () => ""],
    [
      "  scheduled run, p50 / p95",
      ({ measured: { scheduledRunMinutes: run } }) => `${minutes(run.p50)} / ${minutes(run.p95)}`,
    ],
    [
      "  sync that a user requests, p50 / p95",
      ({ measured: { requestedRunMinutes: run } }) => `${minutes(run.p50)} / ${minutes(run.p95)}`,
    ],
    ["  own storefront of a requested app, p50 / p95", ({ measured }) => seconds(measured.identitySeconds)],
    ["  with its primary listing, p50 / p95", ({ measured }) => seconds(measured.firstLookSeconds)],
    ["  failed runs", ({ lastDay }) => formatNumber(lastDay.failedRuns, 0)],
    [
      "  consumers busy, mean / peak",
      ({ measured: { consumers } }) => `${formatQuantity(consumers.mean)} / ${consumers.peak}`,
    ],
    ["  scraper calls at once, peak", ({ measured }) => formatNumber(measured.scraperCallsPeak, 0)],
    [
      "  database connections / allowed",
      ({ measured, connections: { ofApi, allowed } }) => `${measured.consumers.peak + ofApi} / ${allowed ?? "?"}`,
    ],
    ["  database ACU, mean / maximum", ({ acu }) => `${formatNumber(acu, 2)} / ${capacity?.maxAcu ?? "?"}`],
    ["  messages a day", ({ lastDay }) => formatNumber(lastDay.activity.messages, 0)],
    ["  deliveries without tokens", ({ lastDay }) => percent(lastDay.deniedShare)],
    ["  USD a month", ({ bill }) => formatNumber(bill.totalUsd, 0)],
  ];
}

function requestsTo({ lastDay, settings }: Simulated, host: StoreHost): string {
  const { perMinute } = settings.stores.hosts[host];
  return `${formatNumber(lastDay.requestsPerMinute[host], 1)} / ${perMinute}`;
}

function requestsOfClass({ lastDay, neededPerMinute, settings }: Simulated, hostClass: HostClass): string {
  const perMinute = [lastDay.classRequestsPerMinute, neededPerMinute].map((costs) => costs[hostClass] ?? 0);
  return [...perMinute.map((count) => formatNumber(count, 1)), classCapPerMinute(settings.stores, hostClass)].join(
    " / ",
  );
}

function oldest({ oldestPageDays, oldestStarsDays }: MeasuredPlatform, platform: Platform): string {
  const page = `${formatNumber(oldestPageDays, 0)} d`;
  return platformFacts[platform].hasGlobalMetrics ? page : `${page} / ${formatNumber(oldestStarsDays, 0)} d`;
}

function percent(share: number): string {
  return `${formatNumber(100 * share, share > 0 && share < 0.1 ? 1 : 0)} %`;
}

function hours(value: number): string {
  return `${formatNumber(value, 1)} h`;
}

function seconds({ p50, p95 }: { readonly p50: number; readonly p95: number }): string {
  return `${formatNumber(p50, 0)} s / ${formatNumber(p95, 0)} s`;
}

function minutes(value: number): string {
  return value === 0 ? "-" : `${formatNumber(value, 1)} min`;
}

/** Below this share of the possible syncs, most tokens go to runs that do not complete. */
const WELL_USED = 0.7;

function describeBottleneck(simulated: Simulated): readonly string[] {
  const { apps, limits, connections } = simulated;
  const count = `${formatNumber(apps.ios + apps.android, 0)} apps`;
  const exceeded = describeLimits(count, limits);
  if (exceeded.length === 0) return [`${count}: no limit is reached.`, ...describeConnections(connections)];

  return [
    ...exceeded,
    ...platforms.flatMap((platform) => describeWaste(simulated, platform)),
    ...describeConnections(connections),
  ];
}

/** If runs share too few tokens, all of them stay unfinished, and their messages still cost. */
function describeWaste(
  { limits, measured, settings, onDemandPerDay }: Simulated,
  platform: Platform,
): readonly string[] {
  const [store] = limits
    .filter((limit) => limit.kind === "store" && limit.platform === platform)
    .toSorted((a, b) => a.capacityPerDay - b.capacityPerDay);
  const { syncedLastDay } = measured.platforms[platform];
  if (store === undefined || store.capacityPerDay >= store.demandPerDay) return [];
  if (syncedLastDay >= WELL_USED * store.capacityPerDay) return [];

  const ticks = tickTimes(settings.schedules.startDueSyncs, 1).length;
  const servedPerTick = Math.floor((store.capacityPerDay - onDemandPerDay[platform]) / ticks);
  const remedy =
    servedPerTick >= 1
      ? `With sync.syncsPerTick ${servedPerTick}, no more runs start than the budget completes.`
      : "Even sync.syncsPerTick 1 starts too many: only a higher rate or fewer apps help.";
  return [
    `  More ${platformFacts[platform].storeName} runs start than its budget completes. They share the tokens: ` +
      `${formatNumber(syncedLastDay, 0)} of ${formatNumber(store.capacityPerDay, 0)} possible syncs complete. ` +
      `${remedy}`,
  ];
}

function describeDemand({ measured, undisturbed }: Simulated, platform: Platform): readonly string[] {
  if (undisturbed === undefined) return [];
  const [now, before] = [measured.platforms[platform], undisturbed.platforms[platform]];
  const whole = (value: number) => formatNumber(value, 0);
  const synced = `${whole(now.syncedLastDay)} syncs on the last day instead of ${whole(before.syncedLastDay)}`;
  const charts = `the last chart at ${hours(now.lastChartHours)} instead of ${hours(before.lastChartHours)}`;
  const missed = `${whole(now.chartsMissed)} charts missed instead of ${whole(before.chartsMissed)}`;
  return [
    `  Cost of searches and requested charts, ${platformFacts[platform].storeName}: ${synced}, ${charts}, ${missed}.`,
  ];
}

function describeBacklog({ overdue, requested }: Backlog): string {
  return `${formatNumber(overdue, 0)} apps older than 26 hours and ${formatNumber(requested, 0)} waiting users`;
}

function describeGrowth({ apps, lastDay }: Simulated, { days }: SimulationOptions): readonly string[] {
  if (days === 1) return ["  One day shows no trend: what is left undone may grow."];
  return platforms.flatMap((platform) => {
    if (!grows(lastDay.backlog[platform], apps[platform])) return [];
    const { before, after } = lastDay.backlog[platform];
    return [
      `  The backlog of ${platformFacts[platform].storeName} still grows: ${describeBacklog(after)} at the end, ` +
        `${describeBacklog(before)} a day before. Later days are worse than these figures.`,
    ];
  });
}

function describeConnections({ consumers, ofApi, allowed }: Simulated["connections"]): readonly string[] {
  if (allowed === undefined || consumers + ofApi <= allowed) return [];
  return [`  Connections: ${consumers + ofApi} are needed, database.cluster.capacity.maxAcu allows ${allowed}.`];
}
