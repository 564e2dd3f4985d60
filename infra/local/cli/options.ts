import { parseArgs } from "node:util";

export type StartOptions = {
  readonly port: number;
  readonly fresh: boolean;
  readonly stores: "simulated" | "live";
  readonly day: number;
  readonly once: boolean;
  readonly help: boolean;
};

/** A command line that cannot be followed. Its message is one line for the user. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export const USAGE = `npm start -- [options]

  --port <number>             Port of the API (default: PORT, else 3000)
  --fresh                     Forget all local data first
  --stores simulated|live     Invented apps (default), or the real stores
  --day <number>              Move the simulated stores and the clock that many days ahead
  --once                      Start, show the main job from end to end, stop
  --help                      This text`;

const PORT_DEFAULT = "3000";
const PORT_MAX = 65_535;
const DAY_MAX = 3_650;

export function readOptions(
  given: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): StartOptions {
  const values = parse(given);
  const { stores = "simulated" } = values;
  if (stores !== "simulated" && stores !== "live")
    throw new UsageError(`--stores is simulated or live, not "${stores}".`);
  return {
    port: readNumber("--port", values.port ?? (variables.PORT || PORT_DEFAULT), PORT_MAX),
    fresh: values.fresh ?? false,
    stores,
    day: readNumber("--day", values.day ?? "0", DAY_MAX),
    once: values.once ?? false,
    help: values.help ?? false,
  };
}

function parse(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: false,
      options: {
        port: { type: "string" },
        fresh: { type: "boolean" },
        stores: { type: "string" },
        day: { type: "string" },
        once: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (error) {
    // parseArgs explains itself over several sentences; the first says what is wrong.
    const [reason = ""] = (error instanceof Error ? error.message : String(error)).split(/\.\s|\n/);
    throw new UsageError(`${reason}. Run npm start -- --help for the options.`);
  }
}

function readNumber(option: string, value: string, max: number): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number <= max) return number;
  throw new UsageError(`${option} is a whole number from 0 to ${max}, not "${value}".`);
}
