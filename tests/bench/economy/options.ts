import { parseOptions, readWholeNumber, UsageError } from "../../../infra/cli/command-line.ts";

/** The limits of the stores' hosts: none, 20 requests a minute, or 1,500 an hour. */
export const storeLimits = ["none", "minute", "hour"] as const;
export type StoreLimit = (typeof storeLimits)[number];

export type EconomyOptions = {
  /** Followed apps of each store. */
  readonly apps: number;
  readonly days: number;
  /** Share of the apps that has a new version on a day. */
  readonly changed: number;
  /** Apps, of both stores together, that are also read whole each day and compared. */
  readonly compared: number;
  readonly limits: readonly StoreLimit[];
  readonly seed: number;
};

const USAGE = `npm run bench -- economy [options]

  --apps <number>       Followed apps of each store (default: 300)
  --days <number>       Days (default: 3)
  --changed <share>     Share of the apps that has a new version on a day (default: 0.02)
  --compare <number>    Apps of both stores that are also read whole each day and compared (default: 30)
  --limits <names>      The limits of the stores, of ${storeLimits.join(", ")} (default: all, one run each)
  --seed <number>       Seed of the random numbers (default: 1)`;

const APPS_MAX = 5_000;
const DAYS_MAX = 14;
const SEED_MAX = 2 ** 31 - 1;

/** Returns undefined when help is requested. */
export function readEconomyOptions(given: readonly string[]): EconomyOptions | undefined {
  const values = parseOptions("npm run bench -- economy", given, {
    apps: { type: "string", default: "300" },
    days: { type: "string", default: "3" },
    changed: { type: "string", default: "0.02" },
    compare: { type: "string", default: "30" },
    limits: { type: "string", default: storeLimits.join(",") },
    seed: { type: "string", default: "1" },
    help: { type: "boolean", short: "h", default: false },
  });
  if (values.help) {
    console.log(USAGE);
    return undefined;
  }
  const apps = readWholeNumber("--apps", values.apps, { min: 1, max: APPS_MAX });
  return {
    apps,
    days: readWholeNumber("--days", values.days, { min: 1, max: DAYS_MAX }),
    changed: readShare(values.changed),
    compared: readWholeNumber("--compare", values.compare, { max: 2 * apps }),
    limits: values.limits.split(",").map(readLimit),
    seed: readWholeNumber("--seed", values.seed, { max: SEED_MAX }),
  };
}

function readShare(value: string): number {
  const share = Number(value);
  if (/^0(\.\d+)?$/.test(value) && share <= 0.2) return share;
  throw new UsageError(`--changed is a share from 0 to 0.2, not "${value}".`);
}

function readLimit(name: string): StoreLimit {
  const limit = storeLimits.find((one) => one === name);
  if (limit === undefined) throw new UsageError(`--limits names ${storeLimits.join(", ")}, not "${name}".`);
  return limit;
}
