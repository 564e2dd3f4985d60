import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { isBundled, partOf } from "./bundle-service.ts";

const SCRIPT = join(import.meta.dirname, "bundle-pages.ts");

export type LaterBundles = {
  /** Resolves once the bundle of an entry is there. */
  readonly untilBundled: (entry: string) => Promise<void>;
  readonly begin: () => void;
  /** Rejects when the pages cannot be bundled. */
  readonly done: Promise<void>;
  readonly stop: () => Promise<void>;
};

/**
 * The pages are bundled in a process of their own once the host has started, which nobody waits for before they open
 * one. A stop ends that process, and the next start bundles them again.
 */
export function bundlePagesLater(outDir: string, sources: string): LaterBundles {
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  // The host reports a failure, also when nobody waits for a page.
  done.catch(() => {});
  let isStopped = false;
  let child: ChildProcess | undefined;

  async function bundle(): Promise<void> {
    if (await isBundled(outDir, "pages", sources)) return;
    if (isStopped) return;
    child = fork(SCRIPT, [outDir, sources], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
    const [code, signal] = await once(child, "exit");
    if (code !== 0) throw new Error(`The pages cannot be bundled (${signal ?? `exit code ${code}`}).`);
  }
  return {
    done,
    begin: () => void bundle().then(resolve, reject),
    untilBundled: async (entry) => {
      if (partOf(entry) === "pages") await done;
    },
    stop: async () => {
      isStopped = true;
      reject(new Error("The host has stopped."));
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}
