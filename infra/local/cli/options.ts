import { join, resolve } from "node:path";

import { parseOptions, readWholeNumber, UsageError } from "../../cli/command-line.ts";

export type StartOptions = {
  readonly port: number;
  /** The folder of the data. */
  readonly data: string;
  readonly fresh: boolean;
  readonly stores: "simulated" | "live";
  readonly as: "local" | "prod";
  readonly day: number;
  readonly once: boolean;
  readonly help: boolean;
};

export const USAGE = `npm start -- [options]

  --port <number>             Port of the API (default: PORT, else 3000)
  --data <folder>             Where its data are kept (default: .shelfwatch)
  --fresh                     Delete all local data first
  --stores simulated|live     Invented apps (default), or the real stores
  --as local|prod             Settings of this machine (default), or all of prod's: budgets, paces, limits, schedules
  --day <number>              Move the simulated stores and all clocks that many days ahead
  --once                      Start, show the main job from end to end, stop
  --help                      This text`;

export const DEFAULT_DATA_DIR = join(import.meta.dirname, "..", "..", "..", ".shelfwatch");

const PORT_DEFAULT = "3000";
const PORT_MAX = 65_535;
const DAY_MAX = 3_650;

export function readOptions(
  given: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): StartOptions {
  const values = parseOptions("npm start", given, {
    port: { type: "string" },
    data: { type: "string" },
    fresh: { type: "boolean" },
    stores: { type: "string" },
    as: { type: "string" },
    day: { type: "string" },
    once: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
  const { as = "local", once = false, stores = "simulated" } = values;
  if (stores !== "simulated" && stores !== "live")
    throw new UsageError(`--stores is simulated or live, not "${stores}".`);
  if (as !== "local" && as !== "prod") throw new UsageError(`--as is local or prod, not "${as}".`);
  if (as === "prod" && once) throw new UsageError("--once shows the local stage: a sync as in prod takes minutes.");
  return {
    port: readWholeNumber("--port", values.port ?? (variables.PORT || PORT_DEFAULT), { max: PORT_MAX }),
    data: values.data === undefined ? DEFAULT_DATA_DIR : resolve(values.data),
    fresh: values.fresh ?? false,
    stores,
    as,
    day: readWholeNumber("--day", values.day ?? "0", { max: DAY_MAX }),
    once,
    help: values.help ?? false,
  };
}
