import { setTimeout as delay } from "node:timers/promises";

import type { ServerProcess } from "./server-process.ts";

/** Restarts in the life of this process. A server that ends more often has a cause that a restart does not fix. */
export const RESTARTS_MAX = 10;
/** Processes of the ended server may hold its shared memory for a moment, and no other server starts meanwhile. */
const ATTEMPTS_MAX = 20;
const PAUSE_MS = 500;

export type KeptServer = {
  readonly stop: () => Promise<void>;
  readonly lost: Promise<Error>;
};

export async function keepRunning(
  start: () => Promise<ServerProcess>,
  options: { readonly log: (line: string) => void; readonly pauseMs?: number },
): Promise<KeptServer> {
  const { log, pauseMs = PAUSE_MS } = options;
  const stopping = new AbortController();
  const { promise: lost, resolve: lose } = Promise.withResolvers<Error>();
  let server = await start();

  async function startAgain(): Promise<ServerProcess | undefined> {
    for (let attempt = 1; !stopping.signal.aborted; attempt += 1) {
      try {
        return await start();
      } catch (error) {
        if (attempt === ATTEMPTS_MAX) throw error;
        await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
    return undefined;
  }

  async function watch(): Promise<void> {
    for (let restarts = 0; ; restarts += 1) {
      const how = await server.ended;
      if (stopping.signal.aborted) return;
      if (restarts === RESTARTS_MAX) return lose(new Error(`PostgreSQL ended ${restarts + 1} times, last by ${how}.`));
      log(`PostgreSQL ended (${how}). Restarting it …`);
      const next = await startAgain();
      if (next === undefined) return;
      server = next;
      log("PostgreSQL is running again.");
    }
  }

  const watching = watch().catch((error: unknown) =>
    lose(new Error("PostgreSQL cannot be restarted.", { cause: error })),
  );
  return {
    lost,
    stop: async () => {
      stopping.abort();
      await server.stop();
      await watching;
      // A server may be starting just now.
      await server.stop();
    },
  };
}
