import { join } from "node:path";
import type { StoreSimulator } from "../store-simulator/simulator.ts";
import { addressOf, addressService, OWNER_SECRET_ARN, type ServiceOptions } from "./address-service.ts";
import { bundlePagesLater } from "./bundle-later.ts";
import { bundlePart, bundlePath } from "./bundle-service.ts";
import { DEFAULT_DATA_DIR } from "./cli/options.ts";
import { moveClock, prepareDatabase } from "./database.ts";
import { hostTemplates, type TemplateHost } from "./host/host.ts";
import { keepPorts, readLastPorts } from "./last-ports.ts";
import { type LogFolder, openLogFolder } from "./log-file.ts";
import type { CaughtMail } from "./mail-catcher.ts";
import {
  claimPostgres,
  LOCAL_CONNECTIONS_MAX,
  type Postgres,
  type PostgresClaim,
  probePort,
} from "./postgres/start-postgres.ts";
import { prepareLater } from "./prepared/prepare-later.ts";
import { takeDatabase } from "./prepared/prepared-database.ts";
import { takeMissing } from "./prepared/prepared-parts.ts";
import { readSources } from "./read-sources.ts";
import { templatesOf } from "./synthesise-service.ts";

export type StartHostOptions = ServiceOptions & {
  readonly dataDir?: string;
  readonly port?: number;
  readonly fresh?: boolean;
  readonly log?: (line: string) => void;
  /** Ends the start and everything that it has started, except for bundling, which ends with the process. */
  readonly signal?: AbortSignal;
};

export type ShelfwatchHost = TemplateHost & {
  readonly simulator: StoreSimulator | undefined;
  readonly postgres: Postgres;
  readonly logDir: string;
  /** The newest 20 mails, the last one last. Those of a stage that rejects this machine as a receiver are none. */
  readonly mails: readonly CaughtMail[];
  readonly failed: Promise<Error>;
};

type Stops = (() => Promise<void> | void)[];

/** Each environment may open a connection. A fifth is left for the migration, users and closing connections. */
export const LOCAL_ENVIRONMENTS_MAX = LOCAL_CONNECTIONS_MAX * 0.8;

export async function startHost(options: StartHostOptions = {}): Promise<ShelfwatchHost> {
  const stops: Stops = [];
  const stop = async () => {
    for (const stopOne of stops.splice(0).reverse()) await stopOne();
  };
  try {
    return { ...(await start(options, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(options: StartHostOptions, stops: Stops): Promise<Omit<ShelfwatchHost, "stop">> {
  const { dataDir = DEFAULT_DATA_DIR, stores = "simulated", day = 0, log = () => {}, signal } = options;
  log(stores === "live" ? "Starting PostgreSQL …" : "Starting PostgreSQL and the store simulator …");
  // This step comes first: the claim stops a second host before that changes anything.
  const claim = await claimPostgres(join(dataDir, "postgres"));
  const { promise: failed, resolve: fail } = Promise.withResolvers<Error>();
  const logs = await openLogs(claim, { dataDir, stops, onFailure: fail });
  const bundlesTaken = takeMissing("bundles", dataDir);
  await takeMissing("synthesis", dataDir);
  const lastPorts = await readLastPorts(dataDir);
  const likelyPort = lastPorts.postgres ?? (await probePort(0));
  const database = startDatabase(claim, { likelyPort, options, stops, logs });
  const bundleDir = join(dataDir, "bundles");
  const sources = readSources();
  const bundled = bundlesTaken.then(async () => bundlePart(bundleDir, "functions", await sources));

  log("Bundling the functions and synthesising the stacks, unless nothing has changed …");
  const addressed = addressService(options, { lastPorts, likelyPort, stops, log, logs });
  const templates = Promise.all([addressed, sources]).then(([{ input }, found]) => templatesOf(dataDir, found, input));
  const [postgres, { simulator, catcher, input, ports }, synthesised] = await untilAborted(
    waitForAll([database, addressed, templates, bundled]),
    signal,
  );
  void postgres.lost.then(fail);
  const isAsExpected = postgres.port === likelyPort;
  const found = isAsExpected
    ? synthesised
    : await templatesOf(dataDir, await sources, { ...input, databaseAddress: addressOf(postgres.port) });
  await keepPorts(dataDir, { ...ports, postgres: postgres.port });

  log("Migrating the database and starting the resources of the templates …");
  const pages = bundlePagesLater(bundleDir, await sources);
  const next = prepareLater({ dataDir, sources: await sources, isUsual: isUsual(options) });
  const hosted = hostTemplates({
    templates: found,
    bundlePathOf: (entry) => bundlePath(bundleDir, entry),
    untilBundled: pages.untilBundled,
    dataDir,
    logDir: logs.path,
    port: options.port ?? 0,
    environmentsMax: LOCAL_ENVIRONMENTS_MAX,
    secrets: {
      [OWNER_SECRET_ARN]: JSON.stringify({ username: postgres.username, password: postgres.password }),
      ...catcher.secrets,
    },
    onError: logs.writeError,
    onLogFailure: fail,
  });
  const host = await untilAborted(hosted, signal);
  stops.push(host.stop, pages.stop, next.stop);
  pages.begin();
  pages.done.then(next.begin).catch(fail);
  await moveClock(postgres, day);
  return { ...host, simulator, postgres, logDir: logs.path, mails: catcher.mails, failed };
}

function isUsual({ stage, as = "local", stores = "simulated", day = 0 }: StartHostOptions): boolean {
  return stage === undefined && as === "local" && stores === "simulated" && day === 0;
}

async function openLogs(
  claim: PostgresClaim,
  input: { readonly dataDir: string; readonly stops: Stops; readonly onFailure: (error: Error) => void },
): Promise<LogFolder> {
  try {
    const logs = await openLogFolder(join(input.dataDir, "logs"), input.onFailure);
    input.stops.push(logs.close);
    return logs;
  } catch (error) {
    await claim.release();
    throw error;
  }
}

/** A stop waits for a start that is under way. */
async function startDatabase(
  claim: PostgresClaim,
  input: {
    readonly likelyPort: number;
    readonly options: StartHostOptions;
    readonly stops: Stops;
    readonly logs: LogFolder;
  },
): Promise<Postgres> {
  const { likelyPort, options, stops, logs } = input;
  const { fresh = false, day = 0, log = () => {} } = options;
  const starting = claim.start({
    likelyPort,
    log: (line) => logs.write("postgres", line),
    notify: log,
    take: takeDatabase,
  });
  stops.push(() =>
    starting.then(
      (started) => started.stop(),
      () => {},
    ),
  );
  const postgres = await starting;
  await prepareDatabase(postgres, { fresh, days: day });
  return postgres;
}

/** Waits for all work, even when some fails, so that nothing still runs when the error is reported. */
async function waitForAll<Results extends readonly unknown[]>(
  work: readonly [...{ [Index in keyof Results]: Promise<Results[Index]> }],
): Promise<Results> {
  await Promise.allSettled(work);
  return await Promise.all(work);
}

/** Throws the signal's reason as soon as it is aborted, though the work may continue. */
export async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return await work;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
