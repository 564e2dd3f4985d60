import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rename, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";

import { bundleService } from "../../infra/local/bundle-service.ts";

/** Returns a new folder for the data of a host, with the bundles that all hosts of a run share. */
export async function createHostData(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "shelfwatch-host-"));
  // Where the account of the database cannot enter, its data would lie elsewhere and stay there.
  await chmod(dataDir, 0o711);
  await symlink(await sharedBundles(), join(dataDir, "bundles"), "junction");
  return dataDir;
}

/** The first worker that needs the bundles makes them, and the others wait. */
async function sharedBundles(): Promise<string> {
  const bundles = join(inject("runFolder"), "bundles");
  const isFirst = await mkdir(`${bundles}.begun`).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    await bundleService(`${bundles}.unfinished`);
    await rename(`${bundles}.unfinished`, bundles);
  }
  while (!existsSync(bundles)) await sleep(100);
  return bundles;
}
