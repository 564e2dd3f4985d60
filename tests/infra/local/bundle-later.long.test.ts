import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { pageEntries } from "../../../infra/aws/page-entries.ts";
import { bundlePagesLater } from "../../../infra/local/bundle-later.ts";
import { bundlePath, isBundled } from "../../../infra/local/bundle-service.ts";

const SOURCES = "the sources";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bundles-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("the bundles of pages", () => {
  it("are there once somebody has waited for them", async () => {
    const pages = bundlePagesLater(folder, SOURCES);
    pages.begin();

    await pages.untilBundled(pageEntries.showDashboardPage);

    expect((await stat(bundlePath(folder, pageEntries.showDashboardPage))).size).toBeGreaterThan(0);
    expect(await isBundled(folder, "pages", SOURCES)).toBe(true);
  });

  it("keep no other function waiting", async () => {
    const pages = bundlePagesLater(folder, SOURCES);

    await pages.untilBundled("functions/apps/list-apps.ts");

    expect(await readdir(folder)).toEqual([]);
  });

  it("are made again by the next start after a stop", async () => {
    const stopped = bundlePagesLater(folder, SOURCES);
    stopped.begin();
    const waiting = expect(stopped.untilBundled(pageEntries.showDocumentation)).rejects.toThrow("has stopped");

    await stopped.stop();

    await waiting;
    expect(await isBundled(folder, "pages", SOURCES)).toBe(false);
  });
});
