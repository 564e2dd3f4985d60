import { describe, expect, it } from "vitest";

import { byRun } from "../../support/by-run.ts";
import { type TestDb, useDatabase } from "../../support/database.ts";
import { byDeath, byTurns, type Fault, inEachMode, sweepCrashPoints } from "../../support/faults/effects.ts";
import { type Scenario, scenarios } from "./scenarios.ts";
import { dumpSweep } from "./stored-sweep.ts";
import { createWorld } from "./world.ts";

const database = useDatabase();

/** What batches have in common with charts is disturbed there, too. */
const played = byRun({ usual: scenarios.slice(0, 1), long: scenarios });
const modesOf = (scenario: Scenario) =>
  byRun({ usual: byDeath, long: scenario === scenarios[0] ? inEachMode : byTurns });

async function play(db: TestDb, scenario: Scenario, fault?: Fault) {
  const world = await createWorld(db);
  scenario.prepare(world);
  world.begin(fault);
  await world.sweep();
  const effects = [...world.effects.names];

  const dump = await dumpSweep(db);
  await world.repeat();
  expect(await dumpSweep(db), "late duplicates change nothing").toEqual(dump);
  return { effects, dump };
}

describe("a sweep of storefronts, disturbed at any one effect", () => {
  it.each(played)("ends $name with the rows of an undisturbed one", { timeout: 600_000 }, async (scenario) => {
    const playOne = (fault?: Fault) => play(database().db, scenario, fault);
    const effects = await sweepCrashPoints(scenario.name, playOne, modesOf(scenario));
    expect(effects).toEqual(expect.arrayContaining([...scenario.through]));
  });
});
