import { join } from "node:path";
import { local, localWithLiveStores, prodOnOneMachine } from "../aws/local-stages.ts";
import type { Stage } from "../aws/stage.ts";
import { PICTURES_URL } from "../store-simulator/pictures/addresses.ts";
import { type StoreSimulator, startStoreSimulator } from "../store-simulator/simulator.ts";
import type { Template } from "../templates/template.ts";
import { bundleService } from "./bundle-service.ts";
import { DATABASE_NAME, moveClock, prepareDatabase } from "./database.ts";
import { hostTemplates, type TemplateHost } from "./host/host.ts";
import { type LogFolder, openLogFolder } from "./log-file.ts";
import { type CaughtMail, catchMails } from "./mail-catcher.ts";
import { LOCAL_CONNECTIONS_MAX, type Postgres, startPostgres } from "./postgres/start-postgres.ts";

export type StartHostOptions = {
  readonly stage?: Stage;
  /** The stage whose budgets, paces, limits and schedules apply. The default is `local`. */
  readonly as?: "local" | "prod";
  readonly dataDir?: string;
  readonly port?: number;
  readonly stores?: "simulated" | "live";
  /** Days by which the simulator's calendar and all clocks are ahead. The database's clock never goes back. */
  readonly day?: number;
  /** The date of day 0 of the simulated stores, YYYY-MM-DD. Releases are dated by it. */
  readonly epoch?: string;
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

const DAY_MS = 86_400_000;

const OWNER_SECRET_ARN = "arn:aws:secretsmanager:us-east-1:000000000000:secret:database-owner-000000";

export const DEFAULT_DATA_DIR = join(import.meta.dirname, "..", "..", ".shelfwatch");

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
  const bundleDir = join(dataDir, "bundles");
  log(stores === "live" ? "Starting PostgreSQL …" : "Starting PostgreSQL and the store simulator …");
  const { promise: failed, resolve: fail } = Promise.withResolvers<Error>();
  const { postgres, logs } = await startDatabase({ dataDir, stops, log, onLogFailure: fail });
  void postgres.lost.then(fail);
  const simulator = stores === "live" ? undefined : await startSimulator(options, stops);
  const print = (mail: string) => {
    logs.write("mail", mail);
    log(`\n${mail}`);
  };
  const catcher = await catchMails(options.stage ?? stageOf(options), { print, stops });

  log("Bundling the functions and synthesising the stacks …");
  signal?.throwIfAborted();
  const prepared = waitForAll([
    synthesiseService({
      stage: catcher.stage,
      outDir: join(dataDir, "cdk.out"),
      postgres,
      simulator,
      day,
    }),
    bundleService(bundleDir),
    prepareDatabase(postgres, { fresh: options.fresh ?? false, days: day }),
  ]);
  const templates = await untilAborted(prepared, signal);

  log("Migrating the database and starting the resources of the templates …");
  const hosted = hostTemplates({
    templates,
    bundleDir,
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
  stops.push(host.stop);
  await moveClock(postgres, day);
  return { ...host, simulator, postgres, logDir: logs.path, mails: catcher.mails, failed };
}

function stageOf({ as, stores }: Pick<StartHostOptions, "as" | "stores">): Stage {
  if (as === "prod") return prodOnOneMachine;
  return stores === "live" ? localWithLiveStores : local;
}

/** This step comes first: its claim on the data directory stops a second host before that changes anything. */
async function startDatabase(input: {
  readonly dataDir: string;
  readonly stops: Stops;
  readonly log: (line: string) => void;
  readonly onLogFailure: (error: Error) => void;
}): Promise<{ postgres: Postgres; logs: LogFolder }> {
  const { dataDir, stops } = input;
  let logs: LogFolder | undefined;
  const early: string[] = [];
  const postgres = await startPostgres({
    dataDir: join(dataDir, "postgres"),
    log: (line) => (logs ? logs.write("postgres", line) : early.push(line)),
    notify: input.log,
  });
  stops.push(postgres.stop);
  logs = await openLogFolder(join(dataDir, "logs"), input.onLogFailure);
  stops.unshift(logs.close);
  for (const line of early) logs.write("postgres", line);
  return { postgres, logs };
}

async function startSimulator({ day = 0, epoch }: StartHostOptions, stops: Stops): Promise<StoreSimulator> {
  const simulator = await startStoreSimulator({ day, daysPass: true, ...(epoch === undefined ? {} : { epoch }) });
  stops.push(simulator.stop);
  return simulator;
}

/** Waits for all work, even when some fails, so that nothing still runs when the error is reported. */
async function waitForAll<Result>(work: readonly [Promise<Result>, ...Promise<void>[]]): Promise<Result> {
  await Promise.allSettled(work);
  const [result] = await Promise.all(work);
  return result;
}

async function synthesiseService(input: {
  readonly stage: Stage;
  readonly outDir: string;
  readonly postgres: Postgres;
  readonly simulator: StoreSimulator | undefined;
  readonly day: number;
}): Promise<Readonly<Record<string, Template>>> {
  const { stage, outDir, postgres, simulator, day } = input;
  // The CDK loads slowly, and other work continues meanwhile.
  const { API_PREFIX, endpoints } = await import("../../functions/endpoints.ts");
  const { withoutCode } = await import("../aws/bundle/function-code.ts");
  const { addService } = await import("../aws/service.ts");
  const { synthesise } = await import("../templates/synthesise.ts");

  const deployment = {
    stage,
    code: withoutCode,
    clockOffsetMs: day * DAY_MS,
    ...(simulator && {
      storeSimulatorUrl: simulator.url,
      openPictures: { stored: PICTURES_URL, served: simulator.picturesUrl },
    }),
  };
  const databaseAddress = {
    host: postgres.host,
    port: String(postgres.port),
    name: DATABASE_NAME,
    ownerSecretArn: OWNER_SECRET_ARN,
  };
  return synthesise(outDir, (app) => {
    addService(app, { deployment, databaseAddress, endpoints, pathPrefix: API_PREFIX });
  });
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
