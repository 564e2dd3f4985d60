import { describe, expect, it } from "vitest";

import { byRun } from "../../support/by-run.ts";
import { type ClockedDb, useClockedDatabase } from "../../support/database.ts";
import { storeFailure } from "../../support/fake-store-records.ts";
import { alternating, type Fault, sampled, sweepCrashPoints } from "../../support/faults/effects.ts";
import { createKeywordFaultWorld, dumpKeywords, type KeywordFaultWorld } from "./world.ts";

const database = useClockedDatabase();
const modes = byRun({ usual: sampled, nightly: alternating });

type Scenario = {
  readonly name: string;
  /** Effects that it must have, so that they are disturbed. */
  readonly through: readonly string[];
  readonly prepare: (world: KeywordFaultWorld) => Promise<void>;
};

const reading = ["plan_keywords", "send", "claim_keyword", "searchRanks"];

const scenarios: readonly Scenario[] = [
  {
    name: "the terms of a day, which show the same apps in another order",
    through: [...reading, "save_keyword"],
    prepare: async ({ store, addTerm }) => {
      for (const term of ["notes", "todo"]) await addTerm(term);
      store.scriptSearchRanks("notes", "us", { ids: ["1", "2", "3"] });
      store.scriptSearchRanks("todo", "us", { ids: ["3", "1"] });
    },
  },
  {
    name: "a term that shows nothing",
    through: [...reading, "postpone_empty_keyword", "save_keyword"],
    prepare: async ({ addTerm }) => void (await addTerm("nothing")),
  },
  {
    name: "a term that the store gives at the second attempt",
    through: [...reading, "retry_keyword", "save_keyword"],
    prepare: async ({ store, addTerm }) => {
      await addTerm("notes");
      store.scriptSearchRanks("notes", "us", storeFailure("timeout"), { ids: ["1"] });
    },
  },
  {
    name: "a term in reply to which the store limits requests",
    through: [...reading, "rest_keywords", "throttle_keyword", "end_keyword_rests", "save_keyword"],
    prepare: async ({ store, addTerm }) => {
      await addTerm("notes");
      store.scriptSearchRanks("notes", "us", storeFailure("http_429"), { ids: ["1"] });
    },
  },
];

async function play(db: ClockedDb, scenario: Scenario, fault?: Fault) {
  const world = await createKeywordFaultWorld(db);
  await scenario.prepare(world);
  world.begin(fault);
  await world.startDay();
  await world.settle();
  const effects = [...world.effects.names];

  await world.repeat();
  return { effects, dump: await dumpKeywords(db) };
}

describe("the reading of tracked terms, disturbed at any one effect", () => {
  it.each(scenarios)("[KWR-1] ends $name with the rows of an undisturbed one", async (scenario) => {
    const effects = await sweepCrashPoints(scenario.name, (fault) => play(database().db, scenario, fault), modes);
    expect(effects).toEqual(expect.arrayContaining([...scenario.through]));
  });
});
