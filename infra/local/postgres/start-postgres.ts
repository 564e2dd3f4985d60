import { stat } from "node:fs/promises";
import { createServer } from "node:net";

import { serverSettings } from "../../../db/server-settings.ts";
import { type Account, findBarrier, serverAccount } from "./account.ts";
import { locateBinaries } from "./binaries.ts";
import { prepareDataDirectory, SUPERUSER, type TakeData } from "./data-directory.ts";
import { type KeptServer, keepRunning } from "./keep-running.ts";
import { claimDataDirectory, releaseDataDirectory } from "./ownership.ts";
import { relocated } from "./relocation.ts";
import { HOST, startServer } from "./server-process.ts";

export type PostgresOptions = {
  readonly dataDir: string;
  readonly port?: number;
  /** The first of the free ports that are tried, where no `port` is given. */
  readonly likelyPort?: number | undefined;
  readonly log?: (line: string) => void;
  readonly notify?: (line: string) => void;
  readonly settings?: Readonly<Record<string, string>>;
  readonly take?: TakeData;
};

export type Postgres = {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  readonly lost: Promise<Error>;
  readonly stop: () => Promise<void>;
};

export const LOCAL_CONNECTIONS_MAX = 400;

const PORT_ATTEMPTS_MAX = 5;
const ANY_PORT = 0;

/**
 * Safe against killed processes but not against power loss. A commit still waits for its write to the operating system;
 * otherwise acknowledged writes would be lost with the process.
 */
const localSettings = {
  ...serverSettings,
  listen_addresses: HOST,
  unix_socket_directories: "",
  fsync: "off",
  full_page_writes: "off",
  max_connections: String(LOCAL_CONNECTIONS_MAX),
  shared_buffers: "64MB",
  timezone: "UTC",
  log_timezone: "UTC",
};

/** The data survives a stop, a kill and a start from another process. */
export async function startPostgres({ dataDir, ...options }: PostgresOptions): Promise<Postgres> {
  return await (await claimPostgres(dataDir)).start(options);
}

type Claimed = {
  readonly account: Account | undefined;
  readonly binaries: string;
  readonly dataDir: string;
};

export type PostgresClaim = {
  /** Gives up the claim when it fails. */
  readonly start: (options: Omit<PostgresOptions, "dataDir">) => Promise<Postgres>;
  readonly release: () => Promise<void>;
};

/** From then on, no other process can start a server on the data. */
export async function claimPostgres(wantedDir: string): Promise<PostgresClaim> {
  const account = await serverAccount();
  const binaries = await locateBinaries(account);
  const dataDir = await dataDirectoryOf(wantedDir, account);
  await claimDataDirectory(dataDir);
  return {
    start: (options) => startClaimed({ account, binaries, dataDir }, options),
    release: () => releaseDataDirectory(dataDir),
  };
}

async function startClaimed(
  { account, binaries, dataDir }: Claimed,
  options: Omit<PostgresOptions, "dataDir">,
): Promise<Postgres> {
  try {
    await prepareDataDirectory({ binaries, dataDir, account }, options.take);
    const { log = () => {}, notify = () => {} } = options;
    const settings = { ...localSettings, ...options.settings };
    const { server, port } = await startOnPort(options, (candidate) =>
      keepRunning(() => startServer({ binaries, dataDir, account, port: candidate, settings, log }), { log: notify }),
    );
    const stop = async () => {
      await server.stop();
      await releaseDataDirectory(dataDir);
    };
    return { host: HOST, port, username: SUPERUSER, password: "local", lost: server.lost, stop };
  } catch (error) {
    await releaseDataDirectory(dataDir);
    throw error;
  }
}

/**
 * Existing data stay in their folder, even if the permissions change. New data lie elsewhere if the account of the
 * server cannot reach the given folder.
 */
export async function dataDirectoryOf(dataDir: string, account?: Account): Promise<string> {
  const server = account ?? (await serverAccount());
  if (server === undefined) return dataDir;
  const barrier = await findBarrier(dataDir, server);
  if (await isThere(dataDir)) {
    if (barrier === undefined) return dataDir;
    throw new Error(
      `The PostgreSQL data in ${dataDir} cannot be used: the account ${server.name}, under which root runs ` +
        `PostgreSQL, may not enter ${barrier}. Run chmod o+x ${barrier} and start again, or move ${dataDir} away ` +
        "to begin with no data.",
    );
  }
  const elsewhere = await relocated(dataDir);
  return barrier !== undefined || (await isThere(elsewhere)) ? elsewhere : dataDir;
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

/** Another process may take a free port before the server does; then another port is tried. */
async function startOnPort(
  { port: wanted, likelyPort }: Pick<PostgresOptions, "port" | "likelyPort">,
  start: (port: number) => Promise<KeptServer>,
): Promise<{ readonly server: KeptServer; readonly port: number }> {
  if (wanted !== undefined && !(await isFree(wanted))) throw new Error(`Port ${wanted} is in use.`);
  for (let attempt = 1; ; attempt++) {
    const port = wanted ?? (await findFree(attempt === 1 ? likelyPort : ANY_PORT));
    try {
      return { server: await start(port), port };
    } catch (error) {
      if (wanted !== undefined || attempt === PORT_ATTEMPTS_MAX || (await isFree(port))) throw error;
    }
  }
}

async function findFree(likely = ANY_PORT): Promise<number> {
  return await probePort(likely).catch(() => probePort(ANY_PORT));
}

async function isFree(port: number): Promise<boolean> {
  return await probePort(port).then(
    () => true,
    () => false,
  );
}

export function probePort(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(port, HOST, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : port));
    });
  });
}
