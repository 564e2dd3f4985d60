import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import {
  isPrepared,
  keepPrepared,
  takeMissing,
  takePrepared,
} from "../../../../infra/local/prepared/prepared-parts.ts";

/** Larger than any process id of Linux. */
const NO_PROCESS = 2 ** 22 + 1;

let folder: string;
let dir: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "prepared-"));
  dir = join(folder, "cache");
  dataDir = join(folder, "data");
  await mkdir(dataDir);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const keep = (key: string, content = key) =>
  keepPrepared("bundles", key, {
    dir,
    fill: async (unfinished) => {
      await mkdir(join(unfinished, "deep"));
      await writeFile(join(unfinished, "deep", "file"), content);
    },
  });
const contentIn = (parent: string) => readFile(join(parent, "bundles", "deep", "file"), "utf8");

describe("a prepared part", () => {
  it("is what a data folder without it begins with", async () => {
    await keep("first");

    await takeMissing("bundles", dataDir, dir);

    expect(await contentIn(dataDir)).toBe("first");
    expect(await readdir(dataDir)).toEqual(["bundles"]);
  });

  it("leaves a data folder as it is that has its own", async () => {
    await keep("first");
    await mkdir(join(dataDir, "bundles"));

    await takeMissing("bundles", dataDir, dir);

    expect(await readdir(join(dataDir, "bundles"))).toEqual([]);
  });

  it("is replaced by the next version, and only once", async () => {
    await keep("first");
    await keep("second");
    await keep("second", "another content");

    expect(await isPrepared("bundles", "first", dir)).toBe(false);
    await takeMissing("bundles", dataDir, dir);
    expect(await contentIn(dataDir)).toBe("second");
  });

  it.each([
    ["no version is there", undefined],
    ["the only version is another", "first"],
  ])("is not taken where %s, and nothing is left", async (_when, kept) => {
    if (kept !== undefined) await keep(kept);

    expect(await takePrepared("bundles", join(dataDir, "bundles"), { key: "second", dir })).toBe(false);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it("is none of what a failed attempt leaves, nor of a killed process", async () => {
    await mkdir(join(dir, "unfinished", String(NO_PROCESS)), { recursive: true });
    const failed = keepPrepared("bundles", "first", { dir, fill: () => Promise.reject(new Error("no space left")) });

    await expect(failed).rejects.toThrow("no space left");

    expect(await readdir(join(dir, "unfinished"))).toEqual([]);
    await takeMissing("bundles", dataDir, dir);
    expect(await readdir(dataDir)).toEqual([]);
  });
});
