import type { Platform } from "../../lib/domain/platform.ts";
import type { Stage } from "../aws/stage.ts";
import { parseOptions, readWholeNumber, UsageError } from "../cli/command-line.ts";
import { assumed } from "./assumptions.ts";
import {
  APPS_MAX,
  BILL_USAGE,
  billOptions,
  readFreeTier,
  readKeywords,
  readRegion,
  readStage,
  SPLIT_DEFAULT,
  STAGE_DEFAULT,
} from "./options.ts";
import type { FreeTier, Region } from "./prices.ts";
import type { Demand } from "./simulation/world.ts";

export type SimulationOptions = {
  readonly apps: readonly number[];
  readonly iosPercent: number;
  readonly keywords: Readonly<Record<Platform, number>>;
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
  --first-reads <number>        New apps a day of which a user waits for the first read alone
  --searches <number>           Searches a day (default: none)

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
    "first-reads": { type: "string", default: "0" },
    searches: { type: "string", default: "0" },
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
    keywords: readKeywords(values.keywords),
    region: readRegion(values.region),
    freeTier: readFreeTier(values["free-tier"]),
    seed: readWholeNumber("--seed", values.seed, { max: SEED_MAX }),
    changedShare: readShare(values.changed),
    demand: {
      syncsPerDay:
        values.syncs === undefined ? undefined : readWholeNumber("--syncs", values.syncs, { max: WHOLE_MAX }),
      firstSyncsPerDay: readWholeNumber("--first-syncs", values["first-syncs"], { max: WHOLE_MAX }),
      firstReadsPerDay: readWholeNumber("--first-reads", values["first-reads"], { max: WHOLE_MAX }),
      searchesPerDay: readWholeNumber("--searches", values.searches, { max: WHOLE_MAX }),
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
