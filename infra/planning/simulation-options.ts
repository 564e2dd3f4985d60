import type { Stage } from "../aws/stages.ts";
import { parseOptions, readWholeNumber, UsageError } from "../cli/command-line.ts";
import { APPS_MAX, readStage, SPLIT_DEFAULT, STAGE_DEFAULT } from "./planning-options.ts";

export type SimulationOptions = {
  /** Numbers of apps to simulate, each by itself. */
  readonly apps: readonly number[];
  readonly iosPercent: number;
  readonly stage: Stage;
  readonly days: number;
  readonly seed: number;
  /** What the stage would be with other settings. */
  readonly instead: {
    readonly storeRate?: number | "unlimited";
    readonly egressIps: number;
    readonly syncsPerTick?: number;
    readonly maxConcurrency?: number;
  };
  readonly help: boolean;
};

export const SIMULATION_USAGE = `npm run simulate -- [options]

  --apps <number>               Tracked apps, simulated beside 100, 10,000 and 1,000,000
  --alone                       --apps alone
  --stage dev|prod              Whose settings (default: ${STAGE_DEFAULT})
  --platform-split <percent>    Share of the apps that is on the App Store (default: ${SPLIT_DEFAULT})
  --days <number>               Days to simulate (default: 1); the last one is reported
  --seed <number>               Of the random draws (default: 1)
  --help                        This text

What if, without editing infra/aws/stages.ts:
  --store-rate <number>         Requests a second that each store bears, or "unlimited"
  --egress-ips <number>         Addresses that ask the stores, each with a budget of its own (default: 1)
  --syncs-per-tick <number>     sync.syncsPerTick
  --max-concurrency <number>    sync.maxConcurrency.tracked`;

const COMPARED = [100, 10_000, 1_000_000];
const DAYS_MAX = 30;
const SEED_MAX = 2 ** 31 - 1;
const RATE_MAX = 1_000_000;
const WHOLE_MAX = 1_000_000;
/** What Lambda allows of an event source. */
const CONCURRENCY = { min: 2, max: 1_000 };

export function readSimulationOptions(given: readonly string[]): SimulationOptions {
  const values = parseOptions("npm run simulate", given, {
    apps: { type: "string" },
    alone: { type: "boolean", default: false },
    stage: { type: "string", default: STAGE_DEFAULT },
    "platform-split": { type: "string", default: SPLIT_DEFAULT },
    days: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
    "store-rate": { type: "string" },
    "egress-ips": { type: "string", default: "1" },
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
    seed: readWholeNumber("--seed", values.seed, { max: SEED_MAX }),
    instead: {
      egressIps: readWholeNumber("--egress-ips", values["egress-ips"], { min: 1, max: WHOLE_MAX }),
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

function readRate(value: string): number | "unlimited" {
  if (value === "unlimited") return value;
  const rate = Number(value);
  if (/^\d+(\.\d+)?$/.test(value) && rate > 0 && rate <= RATE_MAX) return rate;
  throw new UsageError(`--store-rate is a number above 0 and at most ${RATE_MAX}, or "unlimited", not "${value}".`);
}
