import { beforeAll, describe, expect, it } from "vitest";

import { useDatabase } from "../../support/database.ts";
import { installAudit } from "./audit.ts";
import { sweepSync } from "./crash-sweep.ts";
import { scenarios } from "./scenarios.ts";

const database = useDatabase();
beforeAll(() => installAudit(database().db));

describe("an iOS app whose sync is disturbed at any one effect", () => {
  it.each(scenarios)("ends $name with the rows of an undisturbed run", { timeout: 240_000 }, async (scenario) => {
    const effects = await sweepSync(database().db, "ios", scenario);
    expect(effects).toContain("send");
    expect(effects.length).toBeGreaterThan(8);
  });
});
