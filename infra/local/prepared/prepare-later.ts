import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { databaseKey } from "./prepared-database.ts";
import { isPrepared, PREPARED_DIR, removeUnfinished } from "./prepared-parts.ts";

const SCRIPT = join(import.meta.dirname, "prepare-next.ts");
/** The process needs time to stop a PostgreSQL server. */
const STOP_TIMEOUT_MS = 5_000;

type WantedParts = {
  readonly dataDir: string;
  readonly sources: string;
  readonly isUsual: boolean;
  readonly dir?: string;
};

export type LaterParts = { readonly begin: () => Promise<void>; readonly stop: () => Promise<void> };

/**
 * Copies the parts of a data folder for the next empty one, in a background process. The synthesis is kept only
 * by a start with the default stage, stores and day.
 */
export function prepareLater(wanted: WantedParts): LaterParts {
  const { dataDir, sources, isUsual, dir = PREPARED_DIR } = wanted;
  let isStopped = false;
  let child: ChildProcess | undefined;

  return {
    begin: async () => {
      if (await isAllPrepared(wanted)) return;
      if (isStopped) return;
      child = fork(SCRIPT, [dir, dataDir, sources, isUsual ? "synthesis" : ""], {
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      });
    },
    stop: async () => {
      isStopped = true;
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      if (child.connected) child.disconnect();
      const timeout = delay(STOP_TIMEOUT_MS, undefined, { ref: false }).then(() => child?.kill("SIGKILL"));
      await Promise.race([ended, timeout.then(() => ended)]);
      if (child.signalCode !== null && child.pid !== undefined) await removeUnfinished(child.pid, dir);
    },
  };
}

async function isAllPrepared({ sources, isUsual, dir }: WantedParts): Promise<boolean> {
  const found = await Promise.all([
    isPrepared("bundles", sources, dir),
    !isUsual || isPrepared("synthesis", sources, dir),
    databaseKey().then((key) => isPrepared("postgres", key, dir)),
  ]);
  return found.every(Boolean);
}
