import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { createMissingPartitions } from "../../db/queries/upkeep/partitions.ts";
import { type StoreSimulator, startStoreSimulator } from "../../infra/store-simulator/simulator.ts";
import { platforms } from "../../lib/domain/platform.ts";
import { appleLibrary, googleLibrary } from "../infra/stores/store-seams.ts";
import { createScraperConnector } from "../stores/scraper-world.ts";
import { createChartPipeline } from "../support/chart-pipeline.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createKeywordWorld, planRead, readRow, resultsOf } from "../support/keyword-world.ts";

const database = useClockedDatabase();
const DAY = 100;

let simulator: StoreSimulator;
beforeAll(async () => {
  simulator = await startStoreSimulator({ day: DAY, appsPerStore: 700, publishersPerStore: 40 });
});
beforeEach(() => {
  simulator.setDay(DAY);
  simulator.faults.clear();
});
afterAll(() => simulator.stop());

/** The pipeline with everything real beneath it but the stores. */
async function createWorld(platform: "ios" | "android") {
  const { db } = database();
  const at = (day: number) => new Date(simulator.catalogue.startOf(day).getTime() + 3_600_000);
  const { addTerm, message } = await createKeywordWorld(db, { platform, at: at(DAY) });
  const pipeline = createChartPipeline(db, createScraperConnector(platform, simulator));
  const read = async (keywordId: number, dayOfStore: number) => {
    simulator.setDay(dayOfStore);
    await db.clock.moveTo(at(dayOfStore).getTime());
    await createMissingPartitions(db, at(dayOfStore));
    const day = at(dayOfStore).toISOString().slice(0, 10);
    await planRead(db, { platform, keywordId, day });
    return { day, outcome: await pipeline.deliver(message(keywordId, day)) };
  };
  return { db, addTerm, read };
}

describe.each(platforms)("tracked terms of %s through its scraper", (platform) => {
  const libraryOf = () => ({ ios: appleLibrary, android: googleLibrary })[platform](simulator);

  it("[KWR-1 KWR-2] have the ranks of the unmodified library, day by day", async () => {
    const { db, addTerm, read } = await createWorld(platform);
    const id = await addTerm("weather", "de");

    const days: string[][] = [];
    for (const dayOfStore of [DAY, DAY + 1]) {
      const { day, outcome } = await read(id, dayOfStore);
      expect(outcome).toBe("stored");
      const stored = (await resultsOf(db, id)).at(-1)?.length ?? 0;
      const shown = await libraryOf().searchIds({ term: "weather", country: "de", lang: "de-DE", num: stored - 1 });
      days.push([day, ...shown]);
    }

    expect(await resultsOf(db, id)).toEqual(days);
  });

  it("[KWR-10] wait while the store limits these searches, which closes neither class nor host", async () => {
    const { db, addTerm, read } = await createWorld(platform);
    const id = await addTerm("weather");
    simulator.faults.add({ match: { kind: "search" }, respond: { status: 403 } });

    const { day, outcome } = await read(id, DAY);

    expect(outcome).toBe("throttled");
    expect(await readRow(db, { keywordId: id, day })).toMatchObject({ outcome: null, is_fetched: false });
    const blocked = await db.execute(sql`SELECT bucket FROM store_budgets WHERE blocked_until > clock_timestamp()`);
    expect(blocked).toEqual([]);
  });
});

describe("tracked terms of the App Store through its scraper", () => {
  it("[SCR-7] are tried again where the response names another storefront", async () => {
    const { db, addTerm, read } = await createWorld("ios");
    const id = await addTerm("weather", "de");
    simulator.faults.add({ match: { kind: "search" }, times: 1, respond: { storefront: "br" } });

    const { day, outcome } = await read(id, DAY);

    expect(outcome).toBe("retrying");
    expect(await resultsOf(db, id)).toEqual([]);
    expect(await readRow(db, { keywordId: id, day })).toMatchObject({ outcome: null, attempts: 1 });
  });
});
