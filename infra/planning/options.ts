import type { Platform } from "../../lib/domain/platform.ts";
import type { Stage } from "../aws/stage.ts";
import { deployedStages } from "../aws/stages.ts";
import { parseOptions, readWholeNumber, UsageError } from "../cli/command-line.ts";
import { type FreeTier, freeTiers, type Region, regions } from "./prices.ts";

export const APPS_MAX = 10_000_000;
export const SPLIT_DEFAULT = "50";
export const STAGE_DEFAULT = "prod";
const REGION_DEFAULT = "us-east-1";
const FREE_TIER_DEFAULT = "none";

export function readStage(name: string): Stage {
  const stage = deployedStages[name];
  if (stage !== undefined) return stage;
  throw new UsageError(`No stage is called "${name}": there are ${Object.keys(deployedStages).join(" and ")}.`);
}

export function readRegion(name: string): Region {
  const region = regions.find((one) => one === name);
  if (region !== undefined) return region;
  throw new UsageError(`There are no prices of "${name}": there are those of ${regions.join(", ")}.`);
}

export function readFreeTier(name: string): FreeTier {
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
  readonly keywords: Readonly<Record<Platform, number>>;
  /** If it is undefined, the assumed requests per app apply. */
  readonly requestsPerDay: number | undefined;
  readonly region: Region;
  readonly freeTier: FreeTier;
  readonly help: boolean;
};

export const BILL_USAGE = `  --keywords <ios>,<android>    Terms that users track in each store (default: none)
  --region <region>             Whose prices count: ${regions.join(", ")}
                                (default: ${REGION_DEFAULT})
  --free-tier <part>            What is subtracted of AWS's monthly free tier: none, monitoring (three dashboards, ten
                                metrics and ten alarms of an account) or whole (default: ${FREE_TIER_DEFAULT})`;

export const billOptions = {
  keywords: { type: "string", default: "0,0" },
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

const KEYWORDS_MAX = 100_000;

export function readKeywords(given: string): Readonly<Record<Platform, number>> {
  const [ios, android, ...others] = given.split(",");
  if (ios === undefined || android === undefined || others.length > 0) {
    throw new UsageError(`--keywords is a number for each store, as in 3000,2000, not "${given}".`);
  }
  const termsOf = (count: string) => readWholeNumber("--keywords", count, { max: KEYWORDS_MAX });
  return { ios: termsOf(ios), android: termsOf(android) };
}

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
    keywords: readKeywords(values.keywords),
    region: readRegion(values.region),
    freeTier: readFreeTier(values["free-tier"]),
    help: values.help,
  };
}
