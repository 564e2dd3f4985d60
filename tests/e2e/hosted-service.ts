import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import * as z from "zod";

import { DATABASE_NAME } from "../../infra/local/prepare-database.ts";
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
  stop(): Promise<void>;
};

const START_MS_MAX = 110_000;

/** The pace of each platform's charts. */
export const CHARTS_PER_MINUTE = 600;

/** Fetches the day's charts of these countries at once; of none by default. */
export async function startHostedService(
  dataDir: string,
  { chartCountries = [] }: { readonly chartCountries?: readonly string[] } = {},
): Promise<HostedService> {
  const child = fork(join(import.meta.dirname, "host-process.ts"), [dataDir, chartCountries.join(",")], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ready = readySchema.parse(await nextMessage(child));
  const { database } = ready;
  const connection = connectForTest({ ...database, database: DATABASE_NAME, max: 2 });
  const end = async (how: () => void) => {
    await connection.end();
    const exited = once(child, "exit");
    how();
    await exited;
  };

  return {
    ...ready,
    connection,
    killFunctions: async (name) => {
      child.send({ kill: name });
      return z.object({ killed: z.int() }).parse(await nextMessage(child)).killed;
    },
    kill: () => end(() => child.kill("SIGKILL")),
    stop: () => end(() => child.disconnect()),
  };
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const gone = once(child, "exit").then(([code]) => Promise.reject(new Error(`The host ended with ${code}.`)));
  const [message] = await Promise.race([once(child, "message", { signal: AbortSignal.timeout(START_MS_MAX) }), gone]);
  return message;
}
