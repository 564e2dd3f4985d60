import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Runs a bench in a process of its own, where it may collect the heap between two measurements. Its standard output is
 * the log of the code under test; what it measures comes by standard error.
 */
export async function runApart(script: string, args: readonly string[] = []): Promise<void> {
  const child = spawn(process.execPath, ["--expose-gc", script, ...args], { stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await once(child, "exit");
  process.exitCode = code ?? 1;
}
