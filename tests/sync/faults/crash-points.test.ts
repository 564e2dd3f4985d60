import { describe, expect, it } from "vitest";

import type { Platform } from "../../../lib/domain/platform.ts";
import { byRun } from "../../support/by-run.ts";
import { type Fault, sweepCrashPoints } from "../../support/faults/effects.ts";
import { useAuditedDatabase } from "./audit.ts";
import { dumpOf, expectInvariants, expectUnavailable } from "./invariants.ts";
import { type Scenario, scenarios } from "./scenarios.ts";
import { createWorld } from "./world.ts";

const database = useAuditedDatabase();

/** What the phases have in common is disturbed in an iOS app. */
const swept = { ios: scenarios, android: byRun({ usual: scenarios.slice(0, 1), long: scenarios }) };

describe.each(["ios", "android"] as const)("a sync of %s that is disturbed at any one effect", (platform) => {
  it.each(swept[platform])("ends $name with the rows of an undisturbed run", { timeout: 240_000 }, async (scenario) => {
    const name = `${scenario.name} of ${platform}`;
    const effects = await sweepCrashPoints(name, (fault) => play(platform, scenario, fault));
    expect(effects).toContain("send");
    expect(effects.length).toBeGreaterThan(8);
  });
});

async function play(platform: Platform, scenario: Scenario, fault?: Fault) {
  const world = await createWorld(database().db, platform);
  await scenario.prepare(world);
  world.begin(fault);
  await scenario.act(world);
  const effects = [...world.effects.names];

  for (const body of world.everSent) expect(await world.deliver(body), "a late duplicate is acknowledged").toBe(true);
  await expectInvariants(world);
  await expectUnavailable(world, scenario.unavailable, fault === undefined ? 1 : 2);
  return { effects, dump: await dumpOf(world) };
}
