import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

const POLL_MS = 10;
const PS_TIMEOUT_MS = 5_000;

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists, but belongs to another account.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Returns the start time of a process, to detect a reused id, or undefined if it cannot be read. */
export async function startMark(pid: number): Promise<string | undefined> {
  if (process.platform === "linux") {
    const line = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
    // The name, in parentheses, may contain anything; the start time is the 20th field after it.
    return line?.slice(line.lastIndexOf(")") + 2).split(" ")[19];
  }
  return await ps(pid, "lstart=");
}

export async function commandLine(pid: number): Promise<string> {
  if (process.platform === "linux") {
    return (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).replaceAll("\0", " ");
  }
  return (await ps(pid, "command=")) ?? "";
}

export async function isGoneWithin(pid: number, milliseconds: number): Promise<boolean> {
  for (let waited = 0; waited < milliseconds; waited += POLL_MS) {
    if (!isAlive(pid)) return true;
    await delay(POLL_MS);
  }
  return !isAlive(pid);
}

async function ps(pid: number, column: string): Promise<string | undefined> {
  if (process.platform === "win32") return undefined;
  const response = await run("ps", ["-p", String(pid), "-o", column], { timeout: PS_TIMEOUT_MS }).catch(
    () => undefined,
  );
  return response?.stdout.trim();
}
