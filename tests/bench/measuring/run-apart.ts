import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Runs a bench in a process of its own, where it may collect the heap between two measurements: the script starts once
 * more there. Standard output is the log of the code under test; what is measured comes by standard error.
 */
export async function runApart(script: string, bench: () => Promise<unknown>, args: readonly string[] = []) {
  if (globalThis.gc !== undefined) {
    await bench();
    return;
  }
  const child = spawn(process.execPath, ["--expose-gc", script, ...args], { stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await once(child, "exit");
  process.exitCode = code ?? 1;
}
