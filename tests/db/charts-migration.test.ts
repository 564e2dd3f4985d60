import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { migrate, migrationsFolder } from "../../db/migrate.ts";
import { findChart } from "../../db/queries/charts/charts.ts";
import { createMissingPartitions } from "../../db/queries/upkeep/partitions.ts";
import { moveCharts } from "../../lib/operations/move-charts.ts";
import { categoryIdOf, storedChart } from "../support/charts.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { createApp } from "../support/factories.ts";
import { addLegacyChartRows } from "../support/legacy-chart-rows.ts";
import { silentLog } from "../support/silent-log.ts";

const NAME = "_store_a_chart_as_one_row.sql";
const NOW = new Date("2026-05-10T08:00:00Z");
const now = () => NOW;
/** Of a month for which nothing creates partitions any longer. */
const OLD_DAY = "2025-08-15";

let database: TestDatabase;
let folder: string;

/** Migrates a database to the release before, which saves a chart, and then to this one. */
beforeAll(async () => {
  database = await createTestDatabase({ template: null });
  folder = await mkdtemp(join(tmpdir(), "migrations-"));
  const files = (await readdir(migrationsFolder)).filter((file) => file.endsWith(".sql")).toSorted();
  for (const file of files.slice(
    0,
    files.findIndex((name) => name.endsWith(NAME)),
  )) {
    await copyFile(new URL(file, migrationsFolder), join(folder, file));
  }
  const connection = { ...database.connection, max: 1 };
  await migrate({ connection, now, folder: pathToFileURL(`${folder}/`) });
  await createMissingPartitions(database.db, new Date(OLD_DAY));
  await saveBefore(OLD_DAY);
  await migrate({ connection, now, outside: "now" });
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function chartOn(chartDate: string) {
  const categoryId = await categoryIdOf(database.db, "ios", null);
  return { platform: "ios", collection: "top_free", countryCode: "us", categoryId, chartDate } as const;
}

async function saveBefore(day: string): Promise<void> {
  const { id: appId } = await createApp(database.db);
  await addLegacyChartRows(database.db, await chartOn(day), [{ rank: 3, appId, price: 1.5, currency: "USD" }]);
}

describe("a database of the release before", () => {
  it("shows its charts, and those that the release before goes on to store", async () => {
    await saveBefore("2026-05-09");

    const chart = await findChart(database.db, { ...(await chartOn("")), date: null, today: "2026-05-10" });

    expect(chart).toMatchObject({ snapshot_date: "2026-05-09", compared_with: OLD_DAY });
    expect(chart.entries).toMatchObject([{ rank: 3, price: 1.5, currency: "USD", previous_rank: null }]);
  });

  it("has a place for its charts in their new form, however old they are", async () => {
    const moved = await moveCharts({ db: database.db, now, log: silentLog }, { charts_per_step: 10 });

    expect(moved).toMatchObject({ left: 0 });
    expect(await storedChart(database.db, await chartOn(OLD_DAY))).toMatchObject([{ rank: 3, price: 1.5 }]);
    expect(await database.db.execute(sql`SELECT 1 FROM trending_chart_entries`)).toHaveLength(0);
  });
});
