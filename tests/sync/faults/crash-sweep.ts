import { expect } from "vitest";

import type { Platform } from "../../../lib/domain/platform.ts";
import type { TestDb } from "../../support/database.ts";
import { type Fault, faultModes } from "./effects.ts";
import { dumpOf, expectInvariants, expectUnavailable } from "./invariants.ts";
import type { Scenario } from "./scenarios.ts";
import { createWorld } from "./world.ts";

/** Repeats a scenario with each of its effects disturbed in each way, and compares what is stored. */
export async function sweepCrashPoints(db: TestDb, platform: Platform, scenario: Scenario): Promise<readonly string[]> {
  const golden = await play(db, platform, scenario);
  expect(golden.effects.length).toBeGreaterThan(8);

  for (const at of golden.effects.keys()) {
    for (const mode of faultModes) {
      const disturbed = await play(db, platform, scenario, { at, mode });
      expect(disturbed.dump, `${scenario.name} of ${platform}, effect ${at} (${golden.effects[at]}) ${mode}`).toEqual(
        golden.dump,
      );
    }
  }
  return golden.effects;
}

async function play(db: TestDb, platform: Platform, scenario: Scenario, fault?: Fault) {
  const world = await createWorld(db, platform);
  await scenario.prepare(world);
  world.begin(fault);
  await scenario.act(world);
  const effects = [...world.effects.names];
  if (fault !== undefined) expect(effects.length).toBeGreaterThan(fault.at);

  for (const body of world.everSent) expect(await world.deliver(body), "a late duplicate is acknowledged").toBe(true);
  await expectInvariants(world);
  await expectUnavailable(world, scenario.unavailable, fault === undefined ? 1 : 2);
  return { effects, dump: await dumpOf(world) };
}
