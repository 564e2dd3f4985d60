import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/** A command line that cannot be followed. Its message is one line for the user. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The options given to a command, each of them one that it knows. */
export function parseOptions<const Options extends ParseArgsOptionsConfig>(
  command: string,
  given: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: withValues(given), allowPositionals: false, options }).values;
  } catch (error) {
    // parseArgs explains itself over several sentences; the first says what is wrong.
    const [reason = ""] = (error instanceof Error ? error.message : String(error)).split(/\.\s|\n/);
    throw new UsageError(`${reason}. Run ${command} -- --help for the options.`);
  }
}

/** A negative number is the value of the option before it, and no option. */
function withValues(given: readonly string[]): string[] {
  const args: string[] = [];
  for (const next of given) {
    const option = args.at(-1);
    if (/^-\d/.test(next) && option?.startsWith("--") && !option.includes("=")) args.push(`${args.pop()}=${next}`);
    else args.push(next);
  }
  return args;
}

export function readWholeNumber(option: string, value: string, range: { readonly min?: number; readonly max: number }) {
  const { min = 0, max } = range;
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= min && number <= max) return number;
  throw new UsageError(`${option} is a whole number from ${min} to ${max}, not "${value}".`);
}
