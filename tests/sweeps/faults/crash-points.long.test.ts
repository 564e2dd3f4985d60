import { describe, expect, it } from "vitest";

import { byRun } from "../../support/by-run.ts";
import { type ClockedDb, useClockedDatabase } from "../../support/database.ts";
import { alternating, atBothEnds, type Fault, sampled, sweepCrashPoints } from "../../support/faults/effects.ts";
import { type Scenario, scenarios } from "./scenarios.ts";
import { dumpSweep } from "./stored-sweep.ts";
import { createWorld } from "./world.ts";

const database = useClockedDatabase();

const [ofShards] = scenarios;
/** What shards have to do with each other, and all scenarios have in common, is disturbed in the first. */
const extentOf = (scenario: Scenario) =>
  scenario === ofShards
    ? { modes: byRun({ usual: sampled, nightly: atBothEnds }), apps: 7, appsPerRequest: 5 }
    : { modes: byRun({ usual: sampled, nightly: alternating }), apps: 3, appsPerRequest: 5 };

async function play(db: ClockedDb, scenario: Scenario, fault?: Fault) {
  const world = await createWorld(db, { codes: ["us", "de", "ca"], ...extentOf(scenario) });
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
  it.each(scenarios)("ends $name with the rows of an undisturbed one", async (scenario) => {
    const playOne = (fault?: Fault) => play(database().db, scenario, fault);
    const effects = await sweepCrashPoints(scenario.name, playOne, extentOf(scenario).modes);
    expect(effects).toEqual(expect.arrayContaining([...scenario.through]));
  });
});
