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
import { STEADY_MONTH } from "./bill.ts";
import { describeGrowth } from "./describe-backlog.ts";
import { describeBottleneck } from "./describe-bottleneck.ts";
import { formatDays, formatNumber, formatQuantity, formatTable } from "./format-table.ts";
import type { Simulated } from "./run-simulation.ts";
import type { MeasuredPlatform } from "./simulation/measure.ts";
import type { SimulationOptions } from "./simulation-options.ts";

type Row = readonly [label: string, of: (simulated: Simulated) => string];

export function describeSimulation(options: SimulationOptions, results: readonly Simulated[]): readonly string[] {
  const rows = [...platforms.flatMap((platform) => platformRows(platform, options)), ...deploymentRows(options)];
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
  "every app is sold everywhere, so that no sweep misses one; the stores accept what the caps allow; schedules take no",
  "time; cold starts and the delays of queues are left out; of the API, only requested syncs and searches call a store.",
];

function platformRows(platform: Platform, { keywords }: SimulationOptions): readonly Row[] {
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
    ...(platformFacts[platform].hasGlobalMetrics ? ownPageRows(of) : []),
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
    ["  publishers read a day", (simulated) => formatNumber(of(simulated).publishersPerDay, 0)],
    ["  last chart stored at", (simulated) => hours(of(simulated).lastChartHours)],
    ...(keywords[platform] > 0 ? keywordRows(of) : []),
    [
      "  requests a day: terms / changed pages / in turn",
      (simulated) => {
        const { keyword, page, rotation } = of(simulated).purposesPerDay;
        return formatCounts([keyword, page, rotation]);
      },
    ],
  ];
}

function keywordRows(of: (simulated: Simulated) => MeasuredPlatform): readonly Row[] {
  return [
    ["  terms read, day by day", (simulated) => of(simulated).keywordShares.map(percent).join(" ")],
    ["  fewest days on which a term was read", (simulated) => formatNumber(of(simulated).keywordDaysMin, 0)],
  ];
}

function ownPageRows(of: (simulated: Simulated) => MeasuredPlatform): readonly Row[] {
  return [
    [
      "  own page's age, p95 / oldest",
      (simulated) => `${hours(of(simulated).ownPageP95Hours)} / ${hours(of(simulated).ownPageOldestHours)}`,
    ],
    ["  apps with pages never read", (simulated) => formatNumber(of(simulated).unreadApps, 0)],
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
      "  searches a day (rejected)",
      ({ measured }) => `${formatNumber(measured.searchesPerDay, 0)} (${formatNumber(measured.searchesRejected, 0)})`,
    ],
    [
      "  from a read to the events of its changes, p50 / p95",
      ({ measured: { reportMinutes: report } }) => `${minutes(report.p50)} / ${minutes(report.p95)}`,
    ],
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
