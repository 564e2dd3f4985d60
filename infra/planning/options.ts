import type { Platform } from "../../lib/domain/platform.ts";
import type { Stage } from "../aws/stage.ts";
import { deployedStages } from "../aws/stages.ts";
import { parseOptions, readWholeNumber, UsageError } from "../cli/command-line.ts";
import { assumed } from "./assumptions.ts";
import { type FreeTier, freeTiers, type Region, regions } from "./prices.ts";
import type { Demand } from "./simulation/world.ts";

const APPS_MAX = 10_000_000;
const SPLIT_DEFAULT = "50";
const STAGE_DEFAULT = "prod";
const REGION_DEFAULT = "us-east-1";
const FREE_TIER_DEFAULT = "none";

function readStage(name: string): Stage {
  const stage = deployedStages[name];
  if (stage !== undefined) return stage;
  throw new UsageError(`No stage is called "${name}": there are ${Object.keys(deployedStages).join(" and ")}.`);
}

function readRegion(name: string): Region {
  const region = regions.find((one) => one === name);
  if (region !== undefined) return region;
  throw new UsageError(`There are no prices of "${name}": there are those of ${regions.join(", ")}.`);
}

function readFreeTier(name: string): FreeTier {
  const freeTier = freeTiers.find((one) => one === name);
  if (freeTier !== undefined) return freeTier;
  throw new UsageError(`--free-tier is ${freeTiers.join(", ")}, not "${name}".`);
}

export function splitApps(apps: number, iosPercent: number): Readonly<Record<Platform, number>> {
  const ios = Math.round((apps * iosPercent) / 100);
  return { ios, android: apps - ios };
}

export function explainUsage(error: unknown): void {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

export type CostOptions = {
  readonly apps: number;
  readonly iosPercent: number;
  readonly stage: Stage;
  /** If it is undefined, the assumed requests per app apply. */
  readonly requestsPerDay: number | undefined;
  readonly region: Region;
  readonly freeTier: FreeTier;
  readonly help: boolean;
};

const BILL_USAGE = `  --region <region>             Whose prices count: ${regions.join(", ")}
                                (default: ${REGION_DEFAULT})
  --free-tier <part>            What is subtracted of AWS's monthly free tier: none, monitoring (three dashboards, ten
                                metrics and ten alarms of an account) or whole (default: ${FREE_TIER_DEFAULT})`;

const billOptions = {
  region: { type: "string", default: REGION_DEFAULT },
  "free-tier": { type: "string", default: FREE_TIER_DEFAULT },
} as const;

export const COST_USAGE = `npm run cost -- [options]

  --apps <number>               Tracked apps (default: 10000)
  --stage dev|prod              Stage whose settings apply (default: ${STAGE_DEFAULT})
  --platform-split <percent>    Share of the apps that is on the App Store (default: ${SPLIT_DEFAULT})
  --requests-per-day <number>   API requests (default: 2 an app)
${BILL_USAGE}
  --help                        Print this text`;

const APPS_DEFAULT = "10000";
const REQUESTS_MAX = 1_000_000_000;

export function readCostOptions(given: readonly string[]): CostOptions {
  const values = parseOptions("npm run cost", given, {
    apps: { type: "string", default: APPS_DEFAULT },
    stage: { type: "string", default: STAGE_DEFAULT },
    "platform-split": { type: "string", default: SPLIT_DEFAULT },
    "requests-per-day": { type: "string" },
    ...billOptions,
    help: { type: "boolean", short: "h", default: false },
  });
  const requests = values["requests-per-day"];
  return {
    apps: readWholeNumber("--apps", values.apps, { max: APPS_MAX }),
    iosPercent: readWholeNumber("--platform-split", values["platform-split"], { max: 100 }),
    stage: readStage(values.stage),
    requestsPerDay:
      requests === undefined ? undefined : readWholeNumber("--requests-per-day", requests, { max: REQUESTS_MAX }),
    region: readRegion(values.region),
    freeTier: readFreeTier(values["free-tier"]),
    help: values.help,
  };
}

export type SimulationOptions = {
  readonly apps: readonly number[];
  readonly iosPercent: number;
  readonly stage: Stage;
  readonly region: Region;
  readonly freeTier: FreeTier;
  readonly days: number;
  readonly seed: number;
  /** If `syncsPerDay` is undefined, the assumed syncs per app apply. */
  readonly demand: Omit<Demand, "syncsPerDay"> & { readonly syncsPerDay: number | undefined };
  readonly changedShare: number;
  readonly instead: {
    readonly storeRate?: number | "unlimited";
    readonly syncsPerTick?: number;
    readonly maxConcurrency?: number;
  };
  readonly help: boolean;
};

/** By then, initially fresh data has aged, and undone work has accumulated. */
const DAYS_DEFAULT = "7";

export const SIMULATION_USAGE = `npm run simulate -- [options]

  --apps <number>               Tracked apps, simulated beside 100, 1,000 and 10,000
  --alone                       Simulate --apps only
  --stage dev|prod              Stage whose settings apply (default: ${STAGE_DEFAULT})
  --platform-split <percent>    Share of the apps that is on the App Store (default: ${SPLIT_DEFAULT})
  --days <number>               Days to simulate (default: ${DAYS_DEFAULT}); the last one is reported
${BILL_USAGE}
  --changed <share>             Share of the apps with a new version on a day (default: ${assumed.changedApps})
  --seed <number>               Seed of the random numbers (default: 1)
  --help                        Print this text

Requests of users, over both stores (default: none but the assumed syncs):
  --syncs <number>              Syncs a day (default: 1 % of 2 API requests an app)
  --first-syncs <number>        Of these, syncs a day of apps that are new
  --first-looks <number>        New apps a day of which a user waits for the first look alone

What if, without editing infra/aws/stages.ts:
  --store-rate <number>         Requests a minute that each host of the stores allows, or "unlimited"
  --syncs-per-tick <number>     sync.syncsPerTick
  --max-concurrency <number>    sync.maxConcurrency.tracked`;

const COMPARED = [100, 1_000, 10_000];
const DAYS_MAX = 30;
const SEED_MAX = 2 ** 31 - 1;
const RATE_MAX = 1_000_000;
const WHOLE_MAX = 1_000_000;
const CONCURRENCY = { min: 2, max: 1_000 };

export function readSimulationOptions(given: readonly string[]): SimulationOptions {
  const values = parseOptions("npm run simulate", given, {
    apps: { type: "string" },
    alone: { type: "boolean", default: false },
    stage: { type: "string", default: STAGE_DEFAULT },
    "platform-split": { type: "string", default: SPLIT_DEFAULT },
    days: { type: "string", default: DAYS_DEFAULT },
    ...billOptions,
    changed: { type: "string", default: String(assumed.changedApps) },
    seed: { type: "string", default: "1" },
    syncs: { type: "string" },
    "first-syncs": { type: "string", default: "0" },
    "first-looks": { type: "string", default: "0" },
    "store-rate": { type: "string" },
    "syncs-per-tick": { type: "string" },
    "max-concurrency": { type: "string" },
    help: { type: "boolean", short: "h", default: false },
  });
  const { "store-rate": rate, "syncs-per-tick": perTick, "max-concurrency": concurrency } = values;
  return {
    apps: readApps(values.apps, values.alone),
    iosPercent: readWholeNumber("--platform-split", values["platform-split"], { max: 100 }),
    stage: readStage(values.stage),
    days: readWholeNumber("--days", values.days, { min: 1, max: DAYS_MAX }),
    region: readRegion(values.region),
    freeTier: readFreeTier(values["free-tier"]),
    seed: readWholeNumber("--seed", values.seed, { max: SEED_MAX }),
    changedShare: readShare(values.changed),
    demand: {
      syncsPerDay:
        values.syncs === undefined ? undefined : readWholeNumber("--syncs", values.syncs, { max: WHOLE_MAX }),
      firstSyncsPerDay: readWholeNumber("--first-syncs", values["first-syncs"], { max: WHOLE_MAX }),
      firstLooksPerDay: readWholeNumber("--first-looks", values["first-looks"], { max: WHOLE_MAX }),
    },
    instead: {
      ...(rate !== undefined && { storeRate: readRate(rate) }),
      ...(perTick !== undefined && {
        syncsPerTick: readWholeNumber("--syncs-per-tick", perTick, { min: 1, max: WHOLE_MAX }),
      }),
      ...(concurrency !== undefined && {
        maxConcurrency: readWholeNumber("--max-concurrency", concurrency, CONCURRENCY),
      }),
    },
    help: values.help,
  };
}

function readApps(given: string | undefined, isAlone: boolean): readonly number[] {
  if (given === undefined) {
    if (isAlone) throw new UsageError("--alone needs --apps.");
    return COMPARED;
  }
  const apps = readWholeNumber("--apps", given, { max: APPS_MAX });
  return isAlone ? [apps] : [...new Set([...COMPARED, apps])].toSorted((a, b) => a - b);
}

function readShare(value: string): number {
  const share = Number(value);
  if (/^[01](\.\d+)?$/.test(value) && share <= 1) return share;
  throw new UsageError(`--changed is a share from 0 to 1, not "${value}".`);
}

function readRate(value: string): number | "unlimited" {
  if (value === "unlimited") return value;
  const rate = Number(value);
  if (/^\d+(\.\d+)?$/.test(value) && rate > 0 && rate <= RATE_MAX) return rate;
  throw new UsageError(`--store-rate is a number above 0 and at most ${RATE_MAX}, or "unlimited", not "${value}".`);
}
