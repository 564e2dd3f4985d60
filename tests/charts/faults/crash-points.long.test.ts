import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";

import { byRun } from "../../support/by-run.ts";
import { emptyCharts } from "../../support/chart-pipeline.ts";
import { type ClockedDb, useClockedDatabase } from "../../support/database.ts";
import { alternating, type Fault, sampled, sweepCrashPoints } from "../../support/faults/effects.ts";
import { type Scenario, scenarios } from "./scenarios.ts";
import { dumpCharts } from "./stored-charts.ts";
import { createChartWorld } from "./world.ts";

const database = useClockedDatabase();

/** Leaves one category, so that a day has one chart of each collection. */
beforeAll(async () => {
  const { db } = database();
  await emptyCharts(db);
  await db.execute(
    sql`DELETE FROM store_categories WHERE platform <> 'ios' OR external_id IS NOT NULL OR type <> 'app'`,
  );
});

const modes = byRun({ usual: sampled, nightly: alternating });

async function play(db: ClockedDb, scenario: Scenario, fault?: Fault) {
  const world = await createChartWorld(db, scenario.now);
  await scenario.prepare(world);
  world.begin(fault);
  await scenario.act(world);
  const effects = [...world.effects.names];

  await world.repeat();
  return { effects, dump: await dumpCharts(db) };
}

describe("the fetching of charts, disturbed at any one effect", () => {
  it.each(scenarios)("ends $name with the rows of an undisturbed one", async (scenario) => {
    const playOne = (fault?: Fault) => play(database().db, scenario, fault);
    const effects = await sweepCrashPoints(scenario.name, playOne, modes);
    expect(effects).toEqual(expect.arrayContaining([...scenario.through]));
  });
});
