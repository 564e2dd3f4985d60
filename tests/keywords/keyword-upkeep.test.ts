import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { createMissingPartitions } from "../../db/queries/upkeep/partitions.ts";
import { maintainDatabase } from "../../lib/operations/maintain-database.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createKeywordWorld } from "../support/keyword-world.ts";
import { silentLog } from "../support/silent-log.ts";

const database = useClockedDatabase();
/** 400 days before is 2026-05-11. */
const NOW = new Date("2027-06-15T02:30:00Z");
const retention = { chartEntriesDays: 400, chartFetchesDays: 35, failedItemsDays: 90 };

async function createWorld() {
  const { db } = database();
  const { addTerm } = await createKeywordWorld(db);
  await createMissingPartitions(db, new Date("2026-05-01T00:00:00Z"));
  const read = async (keywordId: number, ...days: readonly string[]) => {
    for (const day of days) {
      await db.execute(
        sql`INSERT INTO keyword_results (keyword_id, day, store_ids) VALUES (${keywordId}, ${day}, '{}')`,
      );
      await db.execute(sql`
        INSERT INTO keyword_fetches (platform, keyword_id, day, planned_at, outcome, fetched_at)
        VALUES ('ios', ${keywordId}, ${day}, 'epoch', 'empty', ${`${day}T08:00:00Z`})`);
    }
  };
  const maintain = () => maintainDatabase({ db, now: () => NOW, retention, log: silentLog });
  const daysOf = async (table: "keyword_results" | "keyword_fetches") => {
    const rows = await db.execute<{ day: string }>(
      sql`SELECT DISTINCT day::text FROM ${sql.identifier(table)} ORDER BY day`,
    );
    return rows.map(({ day }) => day);
  };
  const terms = async () =>
    (await db.execute<{ term: string }>(sql`SELECT term FROM tracked_terms ORDER BY term`)).map(({ term }) => term);
  return { db, addTerm, read, maintain, daysOf, terms };
}

describe("upkeep of tracked terms", () => {
  it("[KWR-12] drops results by the month, and deletes reads that are older than 400 days", async () => {
    const { addTerm, read, maintain, daysOf } = await createWorld();
    await read(await addTerm("notes"), "2026-04-01", "2026-04-30", "2026-05-01", "2026-05-11");

    await maintain();

    expect(await daysOf("keyword_results")).toEqual(["2026-05-01", "2026-05-11"]);
    expect(await daysOf("keyword_fetches")).toEqual(["2026-05-11"]);
  });

  it("[KWR-12] deletes a term that nobody tracks once nothing is left of it", async () => {
    const { db, addTerm, read, maintain, terms } = await createWorld();
    const [read400, readLater] = [await addTerm("long ago"), await addTerm("later")];
    await addTerm("tracked");
    await read(read400, "2026-04-01");
    await read(readLater, "2026-05-11");
    await db.execute(sql`DELETE FROM tracked_keywords WHERE keyword_id IN (${read400}, ${readLater})`);

    await maintain();

    expect(await terms()).toEqual(["later", "tracked"]);
  });
});
