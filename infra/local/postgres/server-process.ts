import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";

import type { Account } from "./account.ts";
import { readLockFile } from "./data-directory.ts";

export const HOST = "127.0.0.1";

const START_TIMEOUT_MS = 60_000;
const POLL_MS = 10;
const LOG_LINES_KEPT = 20;
const LOG_TIMEOUT_MS = 1_000;
/** A fast shutdown, then an immediate one, then SIGKILL. */
const stopSteps = [
  { signal: "SIGINT", waitMs: 10_000 },
  { signal: "SIGQUIT", waitMs: 5_000 },
  { signal: "SIGKILL", waitMs: 5_000 },
] as const;

/** The shell becomes the server. A watcher interrupts the server if its input ends, as when the host is killed. */
const watchedServer = `exec 3<&0
( (read -r _ <&3 || kill -INT $$) & ) >/dev/null 2>&1
exec "$@" </dev/null 3<&-`;

export type ServerOptions = {
  readonly binaries: string;
  readonly dataDir: string;
  readonly account: Account | undefined;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
};

export type ServerProcess = {
  readonly stop: () => Promise<void>;
  readonly ended: Promise<string>;
};

export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const child = spawnServer(options);
  const closed = new Promise((resolve) => child.once("close", resolve));
  const ended = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => {
      dismissWatcher(child);
      resolve(signal ?? `exit code ${code}`);
    });
  });
  const recent: string[] = [];
  for (const output of [child.stdout, child.stderr]) {
    if (output === null) continue;
    createInterface({ input: output }).on("line", (line) => {
      recent.push(line);
      if (recent.length > LOG_LINES_KEPT) recent.shift();
      options.log(line);
    });
  }

  if (!(await isReady(child, options.dataDir))) {
    await stopServer(child);
    await Promise.race([closed, delay(LOG_TIMEOUT_MS)]);
    // The user sees the first line.
    const reason = recent.findLast((line) => /FATAL|PANIC/.test(line)) ?? recent.at(-1) ?? "it logged nothing";
    const next = `Mend that, or move ${options.dataDir} away to begin with no data.`;
    throw new Error(`PostgreSQL did not start in ${options.dataDir}: ${reason}. ${next}\n${recent.join("\n")}`);
  }
  return { stop: () => stopServer(child), ended };
}

function spawnServer(options: ServerOptions): ChildProcess {
  const postgres = join(options.binaries, "bin", "postgres");
  const settings = Object.entries(options.settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const command = [postgres, "-D", options.dataDir, "-p", String(options.port), ...settings];
  const isWatched = process.platform !== "win32";
  const child = spawn(
    isWatched ? "/bin/sh" : postgres,
    isWatched ? ["-c", watchedServer, "sh", ...command] : command.slice(1),
    {
      ...(options.account && { uid: options.account.uid, gid: options.account.gid }),
      cwd: "/",
      stdio: ["pipe", "pipe", "pipe"],
      env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
      // It has its own process group, since this process must stop the server last, after a Ctrl-C in a terminal.
      detached: true,
    },
  );
  // Any error ends in an exit.
  child.on("error", (error) => options.log(String(error)));
  child.stdin?.on("error", () => {});
  return child;
}

async function isReady(child: ChildProcess, dataDir: string): Promise<boolean> {
  for (let waited = 0; waited < START_TIMEOUT_MS; waited += POLL_MS) {
    if (hasEnded(child)) return false;
    const lockFile = await readLockFile(dataDir);
    if (lockFile?.pid === child.pid && lockFile?.status === "ready") return true;
    await delay(POLL_MS);
  }
  return false;
}

async function stopServer(child: ChildProcess): Promise<void> {
  dismissWatcher(child);
  for (const { signal, waitMs } of stopSteps) {
    if (hasEnded(child)) return;
    const exit = once(child, "exit");
    child.kill(signal);
    await Promise.race([exit, delay(waitMs, undefined, { ref: false })]);
  }
}

/** Stops the watcher: by then the process id may belong to another process. */
function dismissWatcher(child: ChildProcess): void {
  if (child.stdin?.writable) child.stdin.end("stop\n");
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}
