import { beforeAll, describe, expect, it } from "vitest";

import { useDatabase } from "../../support/database.ts";
import { installAudit } from "./audit.ts";
import { sweepCrashPoints } from "./crash-sweep.ts";
import { scenarios } from "./scenarios.ts";

const database = useDatabase();
beforeAll(() => installAudit(database().db));

describe("an iOS app, disturbed at any one effect", () => {
  it.each(scenarios)("ends $name with the rows of an undisturbed run", { timeout: 240_000 }, async (scenario) => {
    const effects = await sweepCrashPoints(database().db, "ios", scenario);
    expect(new Set(effects)).toContain("send");
  });
});
