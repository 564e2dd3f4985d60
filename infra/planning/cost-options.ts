import type { Stage } from "../aws/stages.ts";
import { parseOptions, readWholeNumber } from "../cli/command-line.ts";
import { APPS_MAX, readStage, SPLIT_DEFAULT, STAGE_DEFAULT } from "./planning-options.ts";

export type CostOptions = {
  readonly apps: number;
  readonly iosPercent: number;
  readonly stage: Stage;
  /** undefined: what is assumed for so many apps. */
  readonly requestsPerDay: number | undefined;
  readonly freeTier: boolean;
  readonly help: boolean;
};

export const COST_USAGE = `npm run cost -- [options]

  --apps <number>               Tracked apps (default: 10000)
  --stage dev|prod              Whose settings (default: ${STAGE_DEFAULT})
  --platform-split <percent>    Share of the apps that is on the App Store (default: ${SPLIT_DEFAULT})
  --requests-per-day <number>   Requests of the API (default: 2 an app)
  --free-tier                   Subtract what AWS gives away each month
  --help                        This text`;

const APPS_DEFAULT = "10000";
const REQUESTS_MAX = 1_000_000_000;

export function readCostOptions(given: readonly string[]): CostOptions {
  const values = parseOptions("npm run cost", given, {
    apps: { type: "string", default: APPS_DEFAULT },
    stage: { type: "string", default: STAGE_DEFAULT },
    "platform-split": { type: "string", default: SPLIT_DEFAULT },
    "requests-per-day": { type: "string" },
    "free-tier": { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  });
  const requests = values["requests-per-day"];
  return {
    apps: readWholeNumber("--apps", values.apps, { max: APPS_MAX }),
    iosPercent: readWholeNumber("--platform-split", values["platform-split"], { max: 100 }),
    stage: readStage(values.stage),
    requestsPerDay:
      requests === undefined ? undefined : readWholeNumber("--requests-per-day", requests, { max: REQUESTS_MAX }),
    freeTier: values["free-tier"],
    help: values.help,
  };
}
