import { describe, expect, it } from "vitest";

import { createMissingPartitions } from "../../db/queries/upkeep/partitions.ts";
import { useDatabase } from "../support/database.ts";
import { createApp } from "../support/factories.ts";

const database = useDatabase();

const NO_PARTITION = "23514";

async function insertPoint(validFrom: string) {
  const { db, sql } = database();
  const app = await createApp(db);
  return await sql`
    INSERT INTO app_metric_changes (app_id, country_code, valid_from, is_available)
    VALUES (${app.id}, 'us', ${validFrom}::text::timestamptz, true)
    RETURNING tableoid::regclass::text AS partition`;
}

describe("partitions", () => {
  it("are created from one quarter back to two ahead", async () => {
    const made = await createMissingPartitions(database().db, new Date("2041-11-15T00:00:00Z"));
    const months = ["2041_10", "2041_11", "2041_12", "2042_01", "2042_02", "2042_03", "2042_04", "2042_05"];

    const quarters = ["2041_q3", "2041_q4", "2042_q1", "2042_q2"];
    expect(made).toEqual([
      ...quarters.flatMap((quarter) => [
        `app_metric_changes_${quarter}`,
        `app_installs_${quarter}`,
        `app_metric_coverage_${quarter}`,
      ]),
      ...months.map((month) => `chart_days_${month}`),
      ...months.map((month) => `charted_apps_${month}`),
      ...months.map((month) => `trending_chart_entries_${month}`),
      ...months.map((month) => `keyword_results_${month}`),
    ]);
  });

  it("are created once for simultaneous calls", async () => {
    const { db } = database();
    const at = new Date("2044-02-29T23:59:59.999Z");

    const made = await Promise.all([1, 2, 3, 4].map(() => createMissingPartitions(db, at)));

    expect(made.flat()).toHaveLength(44);
    expect(new Set(made.flat()).size).toBe(44);
    expect(await createMissingPartitions(db, at)).toEqual([]);
  });

  it("begin and end at midnight UTC, whatever the session's time zone", async () => {
    await database().sql.begin(async (transaction) => {
      await transaction`SET LOCAL timezone = 'Pacific/Auckland'`;
      await transaction`SELECT create_missing_partitions('2046-05-01T00:00:00Z')`;
    });

    expect(await insertPoint("2046-03-31T23:59:59.999999Z")).toEqual([{ partition: "app_metric_changes_2046_q1" }]);
    expect(await insertPoint("2046-04-01T00:00:00Z")).toEqual([{ partition: "app_metric_changes_2046_q2" }]);
  });

  it("reject a row outside of all of them", async () => {
    await expect(insertPoint("2099-01-01T00:00:00Z")).rejects.toMatchObject({ code: NO_PARTITION });
  });

  it("have the keys, the index and the foreign key of their table", async () => {
    const { db, sql } = database();
    await createMissingPartitions(db, new Date("2048-01-01T00:00:00Z"));

    const keys = await sql`
      SELECT contype::text FROM pg_constraint WHERE conrelid = 'app_metric_changes_2048_q1'::regclass ORDER BY 1`;
    expect(keys.map((key) => key.contype)).toEqual(["c", "f", "p"]);
    const [index] = await sql`
      SELECT count(*)::int FROM pg_inherits WHERE inhparent = 'app_metric_changes_valid_from_index'::regclass
        AND inhrelid::regclass::text LIKE 'app_metric_changes_2048_q1%'`;
    expect(index?.count).toBe(1);
  });

  it("of the apps of charts compress them within their pages", async () => {
    const { db, sql } = database();
    await createMissingPartitions(db, new Date("2052-01-01T00:00:00Z"));

    const columns = await sql`
      SELECT attname::text AS name, attstorage::text AS storage FROM pg_attribute
      WHERE attrelid = 'charted_apps_2052_01'::regclass AND attname LIKE '%ids' ORDER BY 1`;
    expect([...columns]).toEqual([
      { name: "app_ids", storage: "m" },
      { name: "chart_ids", storage: "m" },
    ]);
  });

  it("are read with the memory with which plans were measured", async () => {
    expect([...(await database().sql`SHOW work_mem`)]).toEqual([{ work_mem: "8MB" }]);
  });

  it("are created while the same table is read and written", async () => {
    const { db, sql } = database();
    const app = await createApp(db);
    await createMissingPartitions(db, new Date("2050-01-01T00:00:00Z"));

    await sql.begin(async (transaction) => {
      await transaction`
        INSERT INTO app_metric_changes (app_id, country_code, valid_from, is_available)
        VALUES (${app.id}, 'us', '2050-01-01', true)`;
      await transaction`SELECT count(*) FROM app_metric_changes`;

      expect(await createMissingPartitions(db, new Date("2051-01-01T00:00:00Z"))).not.toEqual([]);
    });
  });

  it("are created by a role that may call the function and owns no table", async () => {
    const { sql, connection } = database();
    await sql
      .begin(async (transaction) => {
        await transaction.unsafe(`CREATE ROLE "${connection.database}"`);
        await transaction.unsafe(`SET LOCAL ROLE "${connection.database}"`);
        const made = await transaction`SELECT create_missing_partitions('2053-01-01')`;
        expect(made).toHaveLength(44);

        const aside = transaction.savepoint((nested) => nested`SELECT create_partition('apps', 'mine', '1', '2')`);
        await expect(aside).rejects.toMatchObject({ code: "42501" });
        throw new Error("undo");
      })
      .catch((error: unknown) => {
        if (!(error instanceof Error) || error.message !== "undo") throw error;
      });
  });

  it("are pruned from the plan of a query with a time", async () => {
    const plan = await database().sql`
      EXPLAIN SELECT * FROM app_metric_changes
      WHERE app_id = 1 AND country_code = 'us' AND valid_from >= '2041-10-05Z' AND valid_from < '2041-11-05Z'`;

    const text = plan.map((row) => row["QUERY PLAN"]).join("\n");
    expect(text).toContain("app_metric_changes_2041_q4");
    expect(text).not.toContain("app_metric_changes_2041_q3");
  });
});
