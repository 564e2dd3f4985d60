import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";

import { findRankComparison } from "../../../db/queries/keywords/rank-comparisons.ts";
import { findRankSeries } from "../../../db/queries/keywords/rank-series.ts";
import { findKeywordResults } from "../../../db/queries/keywords/search-results.ts";
import { listTrackedKeywords } from "../../../db/queries/keywords/tracked-ranks.ts";
import type { Db } from "../../../db/statement.ts";
import { type TestDb, useDatabase } from "../../support/database.ts";
import { createUser } from "../../support/factories.ts";
import { makeRoomForResults } from "../../support/keyword-results.ts";
import { explainWork, type PlanMode } from "../../support/plans.ts";
import { rowsReadOf } from "../../support/rows-read.ts";

const database = useDatabase();

const TERMS = 400;
const TRACKED = 20;
const FIRST_DAY = "2025-06-01";
const LAST_DAY = "2026-05-31";
let userId = 0;

beforeAll(async () => {
  const { db } = database();
  userId = (await createUser(db)).id;
  await addResults(db);
});

async function addResults(db: TestDb): Promise<void> {
  for (const day of [FIRST_DAY, "2026-01-01", LAST_DAY]) await makeRoomForResults(db, day);
  const days = sql`generate_series(${FIRST_DAY}::date, ${LAST_DAY}::date, '1 day') day, generate_series(1, ${TERMS}::int) n`;
  await db.execute(sql`INSERT INTO apps (platform, external_id) VALUES ('ios', '1')`);
  await db.execute(sql`INSERT INTO store_ids (platform, external_id) VALUES ('ios', '1')`);
  await db.execute(sql`INSERT INTO tracked_apps (user_id, app_id) SELECT ${userId}::int, id FROM apps`);
  await db.execute(sql`INSERT INTO tracked_terms (platform, country_code, term)
    SELECT 'ios', 'us', 'term ' || n FROM generate_series(1, ${TERMS}::int) n`);
  await db.execute(sql`INSERT INTO tracked_keywords (user_id, app_id, keyword_id)
    SELECT ${userId}::int, a.id, t.id FROM apps a, tracked_terms t WHERE t.id <= ${TRACKED}::int`);
  await db.execute(sql`INSERT INTO keyword_fetches (platform, keyword_id, day, planned_at, outcome, fetched_at)
    SELECT 'ios', n, day, day, 'stored', day FROM ${days}`);
  await db.execute(
    sql`INSERT INTO keyword_results (keyword_id, day, store_ids) SELECT n, day, ARRAY[1, n] FROM ${days}`,
  );
  await db.execute(sql`ANALYZE`);
}

describe.each<PlanMode>(["force_custom_plan", "force_generic_plan"])("with %s, a read of ranks", (mode) => {
  const readBy = async (work: (db: Db) => Promise<unknown>) => {
    const plans = await explainWork(database().db, work, { analyze: true, mode });
    expect(plans).toHaveLength(1);
    return rowsReadOf(
      plans.flatMap(({ nodes }) => nodes),
      "keyword_results",
    );
  };
  const monthly = (...months: readonly string[]) => months.map((month) => `keyword_results_${month}`);
  const app = () => ({ platform: "ios", externalId: "1", userId }) as const;
  const page = { limit: 100, offset: 0, countryCodes: null };

  it("of a day reads its month and that of the day before", async () => {
    const days = { since: "2026-03-01", until: "2026-03-01" };
    const read = await readBy((db) =>
      listTrackedKeywords(db, { ...app(), ...days, ...page, sort: "term", trendsFrom: null }),
    );

    expect(read).toEqual({ partitions: monthly("2026_02", "2026_03"), rows: 2 * TRACKED, isScanned: false });
  });

  it("with trends reads the months of its 30 days, a result for each day and two more", async () => {
    const days = { since: "2026-03-31", until: "2026-03-31" };
    const read = await readBy((db) =>
      listTrackedKeywords(db, { ...app(), ...days, ...page, sort: "rank", trendsFrom: "2026-03-02" }),
    );

    expect(read).toEqual({ partitions: monthly("2026_03"), rows: (30 + 2) * TRACKED, isScanned: false });
  });

  it("of a comparison reads two results for each term", async () => {
    const days = { since: "2025-12-14", until: "2025-12-20" };
    const read = await readBy((db) => findRankComparison(db, { ...app(), ...days, ...page, appIds: [] }));

    expect(read).toEqual({ partitions: monthly("2025_12"), rows: 2 * TRACKED, isScanned: false });
  });

  it("of a series reads the months of its days", async () => {
    const period = { from: "2025-07-10", to: "2025-09-05" };
    const read = await readBy((db) => findRankSeries(db, { ...app(), ...period, keywordIds: [1, 2], appIds: [] }));

    expect(read).toEqual({ partitions: monthly("2025_07", "2025_08", "2025_09"), rows: 2 * 58, isScanned: false });
  });

  it("of the newest results reads one month", async () => {
    const days = { since: "2025-06-01", until: "2026-05-31" };
    const read = await readBy((db) => findKeywordResults(db, { userId, keywordId: 7, ...days }));

    expect(read).toEqual({ partitions: monthly("2026_05"), rows: 2, isScanned: false });
  });
});
