import { beforeAll, describe, expect, it } from "vitest";

import { byRun } from "../../support/by-run.ts";
import { useDatabase } from "../../support/database.ts";
import { installAudit } from "./audit.ts";
import { sweepSync } from "./crash-sweep.ts";
import { scenarios } from "./scenarios.ts";

const database = useDatabase();
beforeAll(() => installAudit(database().db));

/** What the phases have in common is disturbed in an iOS app. */
const swept = byRun({ usual: scenarios.slice(0, 1), long: scenarios });

describe("an Android app whose sync is disturbed at any one effect", () => {
  it.each(swept)("ends $name with the rows of an undisturbed run", { timeout: 240_000 }, async (scenario) => {
    const effects = await sweepSync(database().db, "android", scenario);
    expect(effects).toContain("send");
    expect(effects.length).toBeGreaterThan(8);
  });
});
