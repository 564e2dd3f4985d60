import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import type { Platform } from "../../../lib/domain/platform.ts";
import { byRun } from "../../support/by-run.ts";
import { alternating, byDeath, type Fault, sweepCrashPoints, withoutInjected } from "../../support/faults/effects.ts";
import { useAuditedDatabase } from "./audit.ts";
import { dumpOf, expectInvariants, expectUnavailable } from "./invariants.ts";
import { type Scenario, scenarios } from "./scenarios.ts";
import { createWorld } from "./world.ts";

const database = useAuditedDatabase();

/** What the phases have in common is disturbed in an iOS app. */
const swept = byRun<Readonly<Record<Platform, readonly Scenario[]>>>({
  usual: { ios: scenarios.slice(0, 2), android: scenarios.slice(0, 1) },
  long: { ios: scenarios, android: scenarios },
});

const modes = byRun({ usual: byDeath, long: alternating });

describe.each(["ios", "android"] as const)("a sync of %s that is disturbed at any one effect", (platform) => {
  it.each(swept[platform])("ends $name with the rows of an undisturbed run", async (scenario) => {
    const name = `${scenario.name} of ${platform}`;
    const effects = await sweepCrashPoints(name, (fault) => play(platform, scenario, fault), modes);
    expect(effects).toContain("send");
    expect(effects.length).toBeGreaterThan(8);
  });
});

async function play(platform: Platform, scenario: Scenario, fault?: Fault) {
  const { db } = database();
  // A repair that an earlier play left may become due by now, and its message would come to this play's queue.
  await db.execute(sql`DELETE FROM sync_statuses`);
  const world = await createWorld(db, platform);
  await scenario.prepare(world);
  world.begin(fault);
  await scenario.act(world);
  const effects = [...world.effects.names];

  world.effects.begin();
  for (const body of world.everSent) await world.deliver(body);
  expect(withoutInjected(world.errors), "nothing else fails, and late duplicates are acknowledged").toEqual([]);
  expect(world.effects.unexplained).toEqual([]);
  await expectInvariants(world);
  await expectUnavailable(world, scenario.unavailable, fault === undefined ? 1 : 2);
  return { effects, dump: await dumpOf(world) };
}
