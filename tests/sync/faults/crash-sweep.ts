import { expect } from "vitest";

import type { Platform } from "../../../lib/domain/platform.ts";
import type { TestDb } from "../../support/database.ts";
import { sweepCrashPoints } from "../../support/faults/crash-sweep.ts";
import type { Fault } from "../../support/faults/effects.ts";
import { dumpOf, expectInvariants, expectUnavailable } from "./invariants.ts";
import type { Scenario } from "./scenarios.ts";
import { createWorld } from "./world.ts";

export function sweepSync(db: TestDb, platform: Platform, scenario: Scenario): Promise<readonly string[]> {
  return sweepCrashPoints(`${scenario.name} of ${platform}`, (fault) => play(db, platform, scenario, fault));
}

async function play(db: TestDb, platform: Platform, scenario: Scenario, fault?: Fault) {
  const world = await createWorld(db, platform);
  await scenario.prepare(world);
  world.begin(fault);
  await scenario.act(world);
  const effects = [...world.effects.names];

  for (const body of world.everSent) expect(await world.deliver(body), "a late duplicate is acknowledged").toBe(true);
  await expectInvariants(world);
  await expectUnavailable(world, scenario.unavailable, fault === undefined ? 1 : 2);
  return { effects, dump: await dumpOf(world) };
}
