import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");

/** All that bundles and templates are made of, and more: packages change only with the lock file. */
const FOLDERS = ["db", "functions", "infra", "lib", "scrapers", "web"];
const FILES = ["cdk.json", "docs/openapi.json", "package-lock.json"];

/** Returns a text that differs as soon as a source file has been changed, added or removed. */
export async function readSources(): Promise<string> {
  const folders = await Promise.all(FOLDERS.map(filesIn));
  const states = await stateOf([...folders.flat(), ...FILES]);
  const sorted = Object.entries(states).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
}

export async function stateOf(paths: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const states = paths.map(async (path) => {
    const { mtimeMs, size } = await stat(join(root, path));
    return [path, `${mtimeMs} ${size}`] as const;
  });
  return Object.fromEntries(await Promise.all(states));
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  const path = (parent: string, name: string) => join(parent, name).slice(root.length + 1);
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path(parentPath, name));
}
