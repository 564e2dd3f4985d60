import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startHost } from "../../infra/local/start-host.ts";

/** `npm run test:client`: a client generated from the document compiles, and calls the service on this machine. */
const folder = join(import.meta.dirname, "..", "..", "docs", "examples", "typescript");
const stamp = join(folder, "node_modules", ".shelfwatch-lock");
const STEP_MS_MAX = 180_000;

const lock = createHash("sha256")
  .update(readFileSync(join(folder, "package-lock.json")))
  .digest("hex");
if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== lock) {
  await run("npm", ["ci"]);
  await writeFile(stamp, lock);
}
await run("npm", ["run", "--silent", "generate"]);
await run("npm", ["run", "--silent", "check"]);

const dataDir = await mkdtemp(join(tmpdir(), "shelfwatch-client-"));
const host = await startHost({ dataDir });
try {
  for (const script of ["start", "every"]) await run("npm", ["run", "--silent", script, "--", host.url]);
} finally {
  await host.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Runs one step in the client's folder; a step that fails has said why, and fails the whole. */
async function run(command: string, given: readonly string[]): Promise<void> {
  const child = spawn(command, given, {
    cwd: folder,
    stdio: "inherit",
    shell: process.platform === "win32",
    timeout: STEP_MS_MAX,
  });
  const code = await new Promise((resolve, reject) => {
    child.once("exit", resolve);
    child.once("error", reject);
  });
  if (code !== 0) throw new Error(`${command} ${given.join(" ")} ended with ${code} in docs/examples/typescript.`);
}
