import { createHash } from "node:crypto";
import { lstat, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The folder for files that another account must reach, when root runs a checkout in a private folder. */
export async function relocationFolder(): Promise<string> {
  const folder = join(await lastingTemporaryFolder(), `shelfwatch-${process.getuid?.() ?? 0}`);
  await mkdir(folder, { mode: 0o711, recursive: true });

  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    throw new Error(
      `${folder} belongs to somebody else. Remove it, or put the checkout where other accounts can read it.`,
    );
  }
  return folder;
}

export async function relocated(dataDir: string): Promise<string> {
  const name = createHash("sha256").update(resolve(dataDir)).digest("hex").slice(0, 16);
  return join(await relocationFolder(), `data-${name}`);
}

/** /var/tmp, where it exists, survives a restart of the machine. */
async function lastingTemporaryFolder(): Promise<string> {
  const found = await lstat("/var/tmp").catch(() => undefined);
  return found?.isDirectory() ? "/var/tmp" : tmpdir();
}
