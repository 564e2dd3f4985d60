/** `npm start` runs the whole service on this machine. */
import { utcDay } from "../../lib/domain/paced-fetch.ts";
import { UsageError } from "../cli/command-line.ts";
import { explainEnd, explainFailure } from "./cli/explain-failure.ts";
import { describeNextSteps, describeStores } from "./cli/next-steps.ts";
import { readOptions, type StartOptions, USAGE } from "./cli/options.ts";
import { createAccount } from "./create-account.ts";
import { probePort } from "./postgres/start-postgres.ts";
import { type ShelfwatchHost, startHost } from "./start-host.ts";
import { takeTour } from "./tour.ts";

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
const EXIT_INTERRUPTED = 130;

try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options.help) console.log(USAGE);
  process.exit(options.help ? 0 : await run(options));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exit(EXIT_USAGE);
}

async function run(options: StartOptions): Promise<number> {
  const startedAt = performance.now();
  const stopRequested = waitForStop().then(() => "stop" as const);
  const started = await Promise.race([start(options), stopRequested]);
  // Everything that has started ends with this process.
  if (started === "stop") return EXIT_INTERRUPTED;
  if (!started) return EXIT_FAILED;

  try {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`Shelfwatch is up after ${seconds} s: ${started.url}`);
    for (const line of describeStores(options, started)) console.log(line);
    if (!options.once) await printDirections(started);
    const work = options.once ? [tour(started)] : [];
    const end = await Promise.race([...work, stopRequested, started.failed]);
    if (end instanceof Error) return await reportEnd(started, options.data, end);
    if (end === "stop") return options.once ? EXIT_INTERRUPTED : 0;
    return end;
  } finally {
    await started.stop();
  }
}

async function reportEnd({ logDir }: ShelfwatchHost, dataDir: string, error: Error): Promise<number> {
  console.error(await explainEnd(error, { dataDir, logDir }));
  return EXIT_FAILED;
}

async function start(options: StartOptions): Promise<ShelfwatchHost | undefined> {
  try {
    await probePort(options.port);
    return await startHost({
      ...options,
      dataDir: options.data,
      epoch: utcDay(new Date()),
      log: (line) => console.log(line),
    });
  } catch (error) {
    console.error(await explainFailure(error, { port: options.port, dataDir: options.data }));
    return undefined;
  }
}

async function tour(host: ShelfwatchHost): Promise<number> {
  try {
    await takeTour(host, (line) => console.log(line));
    return 0;
  } catch (error) {
    console.error(`The tour stopped: ${error instanceof Error ? error.message : String(error)}`);
    console.error(`Logs: ${host.logDir}`);
    return EXIT_FAILED;
  }
}

async function printDirections(host: ShelfwatchHost): Promise<void> {
  const account = await createAccount(host, "You");
  console.log(`\nOpen the dashboard: ${host.url}/dashboard`);
  console.log("\nOr call the API, in another terminal:");
  for (const line of describeNextSteps(host, account)) console.log(line);
  console.log(`\nLogs: ${host.logDir} (one file per function)`);
  console.log("Stop: Ctrl-C. Data is kept; npm start -- --fresh deletes it.");
}

/** Resolves at the first signal. A second one ends the process at once. */
function waitForStop(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  return promise;
}
