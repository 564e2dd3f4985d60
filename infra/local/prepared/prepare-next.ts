/** The process that `prepare-later.ts` starts: it keeps the parts for the next empty data folder. */
import { cp } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { basename, join } from "node:path";

import { COMPILED_FOLDER } from "../host/environment.ts";
import { fillDatabase } from "./fill-database.ts";
import { databaseKey } from "./prepared-database.ts";
import { keepPrepared, type PreparedPart } from "./prepared-parts.ts";

const [dir = "", dataDir = "", sources = "", synthesis = ""] = process.argv.slice(2);
const stop = new AbortController();
process.once("disconnect", () => stop.abort());
// Ctrl-C also reaches this process, but the host stops it.
process.on("SIGINT", () => {});
setPriority(constants.priority.PRIORITY_LOW);

try {
  await keepCopy("bundles");
  if (synthesis === "synthesis") await keepCopy("synthesis");
  await keepPrepared("postgres", await databaseKey(), {
    dir,
    fill: (folder) => fillDatabase(folder, stop.signal),
  });
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  if (!stop.signal.aborted)
    console.error(`A start from an empty data folder stays slow, as nothing was kept: ${reason}`);
} finally {
  if (process.connected) process.disconnect();
}

async function keepCopy(part: PreparedPart): Promise<void> {
  stop.signal.throwIfAborted();
  // Environments write to it at any time.
  const filter = (path: string) => basename(path) !== COMPILED_FOLDER;
  const fill = (folder: string) => cp(join(dataDir, part), folder, { recursive: true, filter });
  await keepPrepared(part, sources, { dir, fill });
}
