import { parseOptions, readWholeNumber, UsageError } from "../../../infra/cli/command-line.ts";

export const scenarioNames = [
  "steady",
  "together",
  "alone",
  "searches",
  "failures",
  "keywords",
  "charts",
  "crowd",
] as const;
export type ScenarioName = (typeof scenarioNames)[number];

export type WaitsOptions = {
  readonly scenarios: readonly ScenarioName[];
  /** First syncs of each store in `steady`. */
  readonly syncs: number;
  /** Followed apps of the App Store in `steady`. */
  readonly followed: number;
  /** Apps that one user tracks and imports in `crowd`. */
  readonly crowd: number;
  readonly seed: number;
  /** Whether a bound that does not hold leaves the exit code at 0. */
  readonly isReport: boolean;
};

const USAGE = `npm run bench -- waits [options]

  --scenarios <names>   Of ${scenarioNames.join(", ")} (default: all)
  --syncs <number>      First syncs of each store in steady (default: 40)
  --followed <number>   Followed apps of the App Store in steady (default: 10000)
  --crowd <number>      Apps that one user tracks and imports in crowd (default: 9000)
  --seed <number>       Seed of the random numbers (default: 1)
  --report              Print the figures alone, whatever they are`;

const SYNCS_MAX = 500;
const APPS_MAX = 100_000;
const SEED_MAX = 2 ** 31 - 1;

/** Returns undefined when help is requested. */
export function readWaitsOptions(given: readonly string[]): WaitsOptions | undefined {
  const values = parseOptions("npm run bench -- waits", given, {
    scenarios: { type: "string", default: scenarioNames.join(",") },
    syncs: { type: "string", default: "40" },
    followed: { type: "string", default: "10000" },
    crowd: { type: "string", default: "9000" },
    seed: { type: "string", default: "1" },
    report: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  });
  if (values.help) {
    console.log(USAGE);
    return undefined;
  }
  return {
    scenarios: values.scenarios.split(",").map(readScenario),
    syncs: readWholeNumber("--syncs", values.syncs, { min: 1, max: SYNCS_MAX }),
    followed: readWholeNumber("--followed", values.followed, { min: 1, max: APPS_MAX }),
    crowd: readWholeNumber("--crowd", values.crowd, { min: 1, max: APPS_MAX }),
    seed: readWholeNumber("--seed", values.seed, { max: SEED_MAX }),
    isReport: values.report,
  };
}

function readScenario(name: string): ScenarioName {
  const scenario = scenarioNames.find((one) => one === name);
  if (scenario === undefined) throw new UsageError(`--scenarios names ${scenarioNames.join(", ")}, not "${name}".`);
  return scenario;
}
