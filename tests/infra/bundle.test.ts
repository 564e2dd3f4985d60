import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { bundleFunctions } from "../../infra/bundle/bundle-functions.ts";
import { bundleName } from "../../infra/bundle/bundle-name.ts";
import { allEntries, entries } from "../../infra/entries.ts";

const root = join(import.meta.dirname, "..", "..");

let outDir: string;
beforeAll(async () => {
  outDir = join(await mkdtemp(join(tmpdir(), "shelfwatch-bundles-")), "dist");
  await bundleFunctions({ root, entries: allEntries(), outDir, minify: true });
}, 60_000);
afterAll(() => rm(join(outDir, ".."), { recursive: true, force: true }));

describe("the bundles for deployment", () => {
  it("are one folder per function", async () => {
    expect((await readdir(outDir)).toSorted()).toEqual(allEntries().map(bundleName).toSorted());
  });

  it("load by themselves, far from node_modules, and export a handler", { timeout: 60_000 }, async () => {
    const load = `
      for (const url of JSON.parse(process.argv[1])) {
        const { handler } = await import(url);
        if (typeof handler !== "function") throw new Error(url);
      }`;
    const urls = allEntries().map((entry) => `file://${join(outDir, bundleName(entry), "index.mjs")}`);
    const arguments_ = ["--input-type=module", "-e", load, JSON.stringify(urls)];

    await expect(promisify(execFile)(process.execPath, arguments_, { cwd: outDir, env: {} })).resolves.toBeDefined();
  });

  it("give the migration its SQL files", async () => {
    const found = await readdir(join(outDir, bundleName(entries.migrate), "migrations"));

    expect(found).toEqual(await readdir(join(root, "db", "migrations")));
  });
});
