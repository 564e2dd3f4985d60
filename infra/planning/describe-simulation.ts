import { type Platform, platformFacts, platforms } from "../../lib/domain/platform.ts";
import {
  classCapPerMinute,
  costsByHost,
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
import type { SimulationOptions } from "./options.ts";
import type { Simulated } from "./run-simulation.ts";
import type { Backlog, Measured, MeasuredPlatform } from "./simulation/measure.ts";

type Row = readonly [label: string, of: (simulated: Simulated) => string];

export function describeSimulation(options: SimulationOptions, results: readonly Simulated[]): readonly string[] {
  const rows = [...platforms.flatMap((platform) => platformRows(platform)), ...deploymentRows(options)];
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
    ...results.flatMap((result) => [...describeBottleneck(result), ...describeGrowth(result, options)]),
    "",
    ...SIMPLIFIED,
  ];
}

const SIMPLIFIED = [
  "Simplifications: a sync is simulated by its batches; a batch takes as long as its slowest item; no request fails;",
  "every app is sold everywhere, so that no sweep misses one; the stores bear what the caps allow; schedules take no",
  "time; cold starts and the delays of queues are left out; of the API, only requested syncs call a store.",
];

function platformRows(platform: Platform): readonly Row[] {
  const { storeName } = platformFacts[platform];
  const of = ({ measured }: Simulated) => measured.platforms[platform];
  return [
    [storeName, () => ""],
    ["  syncs a day", (simulated) => formatNumber(of(simulated).syncsPerDay, 0)],
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
      ({ measured: { backlog } }) => formatCounts([backlog[platform].before.overdue, backlog[platform].after.overdue]),
    ],
    [
      "  waiting users, a day before / at the end",
      ({ measured: { backlog } }) =>
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
      (simulated) => `${formatNumber(of(simulated).chartsPerDay, 0)} (${formatNumber(of(simulated).chartsMissed, 0)})`,
    ],
    ["  last chart stored at", (simulated) => hours(of(simulated).lastChartHours)],
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
    ["  with its primary listing, p50 / p95", ({ measured }) => seconds(measured.firstReadSeconds)],
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
    ["  messages a day", ({ measured }) => formatNumber(measured.activity.messages, 0)],
    ["  deliveries without tokens", ({ measured }) => percent(measured.deniedShare)],
    ["  USD a month", ({ bill }) => formatNumber(bill.totalUsd, 0)],
  ];
}

function requestsTo({ measured, settings }: Simulated, host: StoreHost): string {
  const { perMinute } = settings.stores.hosts[host];
  return `${formatNumber(costsByHost(measured.requestsPerMinute).get(host) ?? 0, 1)} / ${perMinute}`;
}

function requestsOfClass({ measured, neededPerMinute, settings }: Simulated, hostClass: HostClass): string {
  const perMinute = [measured.requestsPerMinute, neededPerMinute].map((costs) => costs[hostClass] ?? 0);
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
  const { syncsPerDay } = measured.platforms[platform];
  if (store === undefined || store.capacityPerDay >= store.demandPerDay) return [];
  if (syncsPerDay >= WELL_USED * store.capacityPerDay) return [];

  const ticks = tickTimes(settings.schedules.startDueSyncs, 1).length;
  const servedPerTick = Math.floor((store.capacityPerDay - onDemandPerDay[platform]) / ticks);
  const remedy =
    servedPerTick >= 1
      ? `With sync.syncsPerTick ${servedPerTick}, no more runs start than the budget completes.`
      : "Even sync.syncsPerTick 1 starts too many: only a higher rate or fewer apps help.";
  return [
    `  More ${platformFacts[platform].storeName} runs start than its budget completes. They share the tokens: ` +
      `${formatNumber(syncsPerDay, 0)} of ${formatNumber(store.capacityPerDay, 0)} possible syncs complete. ` +
      `${remedy}`,
  ];
}

function describeBacklog({ overdue, requested }: Backlog): string {
  return `${formatNumber(overdue, 0)} apps older than 26 hours and ${formatNumber(requested, 0)} waiting users`;
}

/** Returns which backlog still grows, so that later days will have other figures. */
function describeGrowth({ apps, measured }: Simulated, { days }: SimulationOptions): readonly string[] {
  if (days === 1) return ["  One day shows no trend: what is left undone may grow."];
  return platforms.flatMap((platform) => {
    if (!grows(measured.backlog[platform], apps[platform])) return [];
    const { before, after } = measured.backlog[platform];
    return [
      `  The backlog of ${platformFacts[platform].storeName} still grows: ${describeBacklog(after)} at the end, ` +
        `${describeBacklog(before)} a day before. Later days are worse than these figures.`,
    ];
  });
}

/** The share and number of apps by which a backlog may differ between days without growing. */
const STEADY = { share: 0.01, apps: 20 };

export function grows({ before, after }: Measured["backlog"][Platform], apps: number): boolean {
  const room = Math.max(STEADY.apps, STEADY.share * apps);
  return after.overdue > before.overdue + room || after.requested > before.requested + room;
}

function describeConnections({ consumers, ofApi, allowed }: Simulated["connections"]): readonly string[] {
  if (allowed === undefined || consumers + ofApi <= allowed) return [];
  return [`  Connections: ${consumers + ofApi} are needed, database.cluster.capacity.maxAcu allows ${allowed}.`];
}
