import { type Platform, platformFacts, platforms } from "../../lib/domain/platform.ts";
import { describeBottleneck } from "./describe-bottleneck.ts";
import { formatDays, formatNumber, formatQuantity, formatTable } from "./format-table.ts";
import type { Simulated } from "./run-simulation.ts";
import type { SimulationOptions } from "./simulation-options.ts";

type Row = readonly [label: string, of: (simulated: Simulated) => string];

/** All that `npm run simulate` prints. */
export function describeSimulation(options: SimulationOptions, results: readonly Simulated[]): readonly string[] {
  const rows = [...platforms.flatMap(platformRows), ...deploymentRows(options)];
  const table = formatTable([
    ["", ...results.map(({ apps }) => `${formatNumber(apps.ios + apps.android, 0)} apps`)],
    ...rows.map(([label, of]) => [label, ...results.map(of)]),
  ]);
  return [
    `Stage ${options.stage.name}, ${formatDays(options.days)}, ${options.iosPercent} % App Store, seed ${options.seed}.`,
    "At the start every app is fresh; the figures are of the last day.",
    "",
    ...table,
    "",
    ...results.flatMap(describeBottleneck),
    "",
    ...AGGREGATED,
  ];
}

const AGGREGATED = [
  "A sync is simulated by its batches, not its requests: a batch takes as long as the slowest item of its chunks, a",
  "failed item stands for its quick retry too, and an app is sold everywhere. Schedules take no time, cold starts and",
  "the queues' own delays are left out, and the API counts in the bill and the connections alone.",
];

function platformRows(platform: Platform): readonly Row[] {
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
      "  backlog: runs / due besides",
      (simulated) => `${formatNumber(of(simulated).active, 0)} / ${formatNumber(of(simulated).due, 0)}`,
    ],
    [
      "  store requests a second / budget",
      (simulated) => `${perSecond(of(simulated).tokensPerSecond)} / ${budgetOf(simulated, platform)}`,
    ],
    [
      "  charts a day (missed)",
      (simulated) => `${formatNumber(of(simulated).chartsPerDay, 0)} (${formatNumber(of(simulated).chartsMissed, 0)})`,
    ],
    ["  last chart after", (simulated) => hours(of(simulated).lastChartHours)],
  ];
}

function deploymentRows({ days, stage }: SimulationOptions): readonly Row[] {
  const capacity = stage.database.cluster?.capacity;
  return [
    ["Deployment", () => ""],
    [
      "  scheduled run, p50 / p95",
      ({ measured: { scheduledRunMinutes: run } }) => `${minutes(run.p50)} / ${minutes(run.p95)}`,
    ],
    [
      "  on-demand run, p50 / p95",
      ({ measured: { onDemandRunMinutes: run } }) => `${minutes(run.p50)} / ${minutes(run.p95)}`,
    ],
    ["  runs that failed", ({ measured }) => formatNumber(measured.failedRuns, 0)],
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
    ["  messages a day", ({ measured }) => formatNumber(measured.activity.messages / days, 0)],
    ["  deliveries that found no token", ({ measured }) => percent(measured.deniedShare)],
    ["  USD a month", ({ bill }) => formatNumber(bill.totalUsd, 0)],
  ];
}

function budgetOf({ settings }: Simulated, platform: Platform): string {
  const { rate } = settings.storeBudgets[platform];
  return rate === "unlimited" ? rate : perSecond(rate);
}

function perSecond(rate: number): string {
  return formatNumber(rate, rate < 10 ? 2 : 0);
}

function percent(share: number): string {
  return `${formatNumber(100 * share, share > 0 && share < 0.1 ? 1 : 0)} %`;
}

function hours(value: number): string {
  return `${formatNumber(value, 1)} h`;
}

function minutes(value: number): string {
  return value === 0 ? "-" : `${formatNumber(value, 1)} min`;
}
