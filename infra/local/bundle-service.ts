import { rm } from "node:fs/promises";
import { join } from "node:path";

import { bundleTogether } from "../bundle/bundle-functions.ts";
import { allEntries } from "../entries.ts";
import { BOOTSTRAP_ENTRY } from "./host/function-runner.ts";

const root = join(import.meta.dirname, "..", "..");

/** Bundles every function of the service, readable, and what runs them here. */
export async function bundleService(outDir: string): Promise<void> {
  await rm(outDir, { recursive: true, force: true });
  await bundleTogether({ root, entries: [...allEntries(), BOOTSTRAP_ENTRY], outDir, minify: false });
}
