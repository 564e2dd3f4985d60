import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/** An invalid command line. Its message is one line for the user. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export function parseOptions<const Options extends ParseArgsOptionsConfig>(
  command: string,
  given: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: withValues(given), allowPositionals: false, options }).values;
  } catch (error) {
    // The first sentence of a message of parseArgs names the problem; the others explain it.
    const [reason = ""] = (error instanceof Error ? error.message : String(error)).split(/\.\s|\n/);
    throw new UsageError(`${reason}. Run ${command} -- --help for the options.`);
  }
}

/** Joins a negative number to the option before it: parseArgs would take it for an option. */
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
