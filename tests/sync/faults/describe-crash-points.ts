import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import type { ClockedDb } from "../../support/database.ts";
import { type Fault, type FaultModes, sweepCrashPoints, withoutInjected } from "../../support/faults/effects.ts";
import { useAuditedDatabase } from "./audit.ts";
import { dumpOf, expectInvariants, expectUnavailable } from "./invariants.ts";
import type { Scenario } from "./scenarios.ts";
import { createWorld } from "./world.ts";

/** Disturbs each of these syncs at any one of its effects, and compares what is stored in the end. */
export function describeCrashPoints(
  disturbed: Readonly<Record<Platform, readonly Scenario[]>>,
  modes: FaultModes,
): void {
  const database = useAuditedDatabase();

  describe.each(platforms)("a sync of %s that is disturbed at any one effect", (platform) => {
    it.each(disturbed[platform])("ends $name with the rows of an undisturbed run", async (scenario) => {
      const name = `${scenario.name} of ${platform}`;
      const { db } = database();
      const effects = await sweepCrashPoints(name, (fault) => play({ db, platform, scenario }, fault), modes);
      expect(effects).toContain("send");
      expect(effects.length).toBeGreaterThan(8);
    });
  });
}

type Played = { readonly db: ClockedDb; readonly platform: Platform; readonly scenario: Scenario };

async function play({ db, platform, scenario }: Played, fault?: Fault) {
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
