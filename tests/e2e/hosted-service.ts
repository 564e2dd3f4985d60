import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import * as z from "zod";

import { DATABASE_NAME } from "../../infra/local/database.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { connectForTest, type TestConnection } from "../support/test-connection.ts";

const readySchema = z.object({
  url: z.url(),
  functionNames: z.array(z.string()),
  database: z.object({ host: z.string(), port: z.int(), username: z.string(), password: z.string() }),
});

/** The service in a child process, with its database and API. */
export type HostedService = z.infer<typeof readySchema> & {
  readonly connection: TestConnection;
  /** SIGKILLs the environments of functions whose name holds this; returns how many there were. */
  killFunctions(name: string): Promise<number>;
  /** SIGKILLs the host itself. */
  kill(): Promise<void>;
  /** Returns the exit code of the host after SIGINT. */
  interrupt(): Promise<number | null>;
  /** Does nothing when the host has ended. */
  stop(): Promise<void>;
};

const START_MS_MAX = 110_000;

export type DailyCharts = { readonly countries: readonly string[]; readonly platforms: readonly Platform[] };

/** The pace of the charts of each of these platforms. Those of others come once a minute. */
export const CHARTS_PER_MINUTE = 600;

/** Starts the service, which fetches the day's charts at once. */
export async function startHostedService(dataDir: string, charts: DailyCharts): Promise<HostedService> {
  const child = fork(join(import.meta.dirname, "host-process.ts"), [dataDir, JSON.stringify(charts)], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const exited = once(child, "exit");
  const ready = readySchema.parse(await nextMessage(child));
  const { database } = ready;
  const connection = connectForTest({ ...database, database: DATABASE_NAME, max: 2 });
  const end = async (how: () => void): Promise<number | null> => {
    await connection.end();
    how();
    const [code] = await exited;
    return z.int().nullable().parse(code);
  };

  return {
    ...ready,
    connection,
    killFunctions: async (name) => {
      child.send({ kill: name });
      return z.object({ killed: z.int() }).parse(await nextMessage(child)).killed;
    },
    kill: async () => void (await end(() => child.kill("SIGKILL"))),
    interrupt: () => end(() => child.kill("SIGINT")),
    stop: async () => void (await end(() => child.connected && child.disconnect())),
  };
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const received = new AbortController();
  const signal = AbortSignal.any([received.signal, AbortSignal.timeout(START_MS_MAX)]);
  const gone = once(child, "exit", { signal }).then(([code]) =>
    Promise.reject(new Error(`The host ended with ${code}.`)),
  );
  const [message] = await Promise.race([once(child, "message", { signal }), gone]).finally(() => received.abort());
  return message;
}
