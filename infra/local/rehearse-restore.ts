/** `npm run rehearse:restore` backs up the local database, restores it beside and compares both. */
import { setTimeout as delay } from "node:timers/promises";

import { parseOptions, readWholeNumber, UsageError } from "../cli/command-line.ts";
import { RehearsalError, rehearseRestore } from "./rehearsal/rehearse-restore.ts";
import { DEFAULT_DATA_DIR } from "./start-host.ts";

const USAGE = `npm run rehearse:restore -- [options]

  --minutes <number>  How long it may take (default 30)
  --help              This text

Backs up the database of npm start, which must not run meanwhile, restores it beside to a point in time, compares both,
and reads the restored one over the API. Changes nothing and leaves nothing behind.`;

const MINUTES_DEFAULT = "30";
const MINUTES_MAX = 600;
/** For the step that is under way: to stop servers and to delete the copy. */
const STOP_MS_MAX = 60_000;
const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
const EXIT_INTERRUPTED = 130;

process.exit(await run());

async function run(): Promise<number> {
  const stop = new AbortController();
  // A second signal ends the process at once; the next rehearsal deletes what that leaves.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  try {
    const values = parseOptions("npm run rehearse:restore", process.argv.slice(2), {
      minutes: { type: "string" },
      help: { type: "boolean", short: "h" },
    });
    const minutes = readWholeNumber("--minutes", values.minutes ?? MINUTES_DEFAULT, { min: 1, max: MINUTES_MAX });
    if (values.help) console.log(USAGE);
    else return await rehearse(AbortSignal.any([stop.signal, AbortSignal.timeout(minutes * 60_000)]));
    return 0;
  } catch (error) {
    return stop.signal.aborted ? EXIT_INTERRUPTED : report(error);
  }
}

/** Returns the exit code. */
function report(error: unknown): number {
  const isTooLate = error instanceof DOMException && error.name === "TimeoutError";
  const isForUser = error instanceof UsageError || error instanceof RehearsalError;
  if (isTooLate) console.error("The rehearsal took longer than --minutes allows.");
  else console.error(isForUser ? error.message : error);
  return error instanceof UsageError ? EXIT_USAGE : EXIT_FAILED;
}

async function rehearse(signal: AbortSignal): Promise<number> {
  const startedAt = performance.now();
  signal.addEventListener("abort", () => console.log("Stopping, and deleting the copy …"));
  const work = rehearseRestore({ dataDir: DEFAULT_DATA_DIR, log: (line) => console.log(line), signal });
  const faults = await Promise.race([work, endOfPatience(signal)]);
  signal.throwIfAborted();
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  if (faults.length === 0) {
    console.log(`The restored database is the one that was backed up, and the service runs on it (${seconds} s).`);
    return 0;
  }
  console.error(`The restore would not do:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
  return EXIT_FAILED;
}

async function endOfPatience(signal: AbortSignal): Promise<never> {
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
  await delay(STOP_MS_MAX);
  throw new RehearsalError(`The rehearsal did not stop within ${STOP_MS_MAX / 1_000} seconds of the signal.`);
}
