import { chmod, mkdtemp, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { bundleService } from "../../infra/local/bundle-service.ts";
import { shareInRun } from "./share-in-run.ts";

/** Returns a new folder for the data of a host, with the bundles that all hosts of a run share. */
export async function createHostData(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "shelfwatch-host-"));
  // Where the account of the database cannot enter, its data would lie elsewhere and stay there.
  await chmod(dataDir, 0o711);
  await symlink(await shareInRun("bundles", bundleService), join(dataDir, "bundles"), "junction");
  return dataDir;
}
