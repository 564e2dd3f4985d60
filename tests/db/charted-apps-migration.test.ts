import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";

import { migrate, migrationsFolder } from "../../db/migrate.ts";
import { addChart, categoryIdOf } from "../support/charts.ts";
import { createTestDatabase, type TestDb } from "../support/database.ts";

const MIGRATION = "find_charts_by_their_apps.sql";
const now = () => new Date("2026-05-10T12:00:00Z");

it("a database in use gets the apps of its charts of all days", async () => {
  const { db, connection, drop } = await createTestDatabase({ template: null });
  const folder = await mkdtemp(join(tmpdir(), "earlier-migrations-"));
  try {
    const names = (await readdir(migrationsFolder)).toSorted();
    const place = names.findIndex((name) => name.endsWith(MIGRATION));
    for (const name of names.slice(0, place)) await cp(new URL(name, migrationsFolder), join(folder, name));
    await migrate({ connection, now, folder: pathToFileURL(`${folder}/`) });
    await addChartOn(db, "2026-04-30", [{ rank: 1, appId: 600 }]);
    await addChartOn(db, "2026-05-02", [
      { rank: 1, appId: 600 },
      { rank: 3, appId: 88 },
    ]);
    await addChartOn(db, "2026-05-09", [{ rank: 1, appId: 88 }]);
    await addChartOn(db, "2026-05-10", [{ rank: 2, appId: 7 }]);

    await migrate({ connection, now, outside: "now" });
    await addChartOn(db, "2026-05-11", [{ rank: 1, appId: 7 }]);

    expect([
      ...(await db.execute(sql`
      SELECT chart_date::text AS day, bucket, app_ids FROM charted_apps ORDER BY 1, 2`)),
    ]).toEqual([
      { day: "2026-04-30", bucket: 88, app_ids: "{600}" },
      { day: "2026-05-02", bucket: 88, app_ids: "{88,600}" },
    ]);
    expect([
      ...(await db.execute(sql`
      SELECT chart_date::text AS day, app_ids FROM unpacked_charts ORDER BY 1`)),
    ]).toEqual([
      { day: "2026-05-09", app_ids: "{88}" },
      { day: "2026-05-10", app_ids: "{NULL,7}" },
      { day: "2026-05-11", app_ids: "{7}" },
    ]);
    expect([...(await db.execute(sql`SELECT platform, collection, country_code FROM chart_numbers`))]).toEqual([
      { platform: "ios", collection: "top_free", country_code: "us" },
    ]);
  } finally {
    await rm(folder, { recursive: true });
    await drop();
  }
});

async function addChartOn(db: TestDb, chartDate: string, entries: Parameters<typeof addChart>[2]): Promise<void> {
  const categoryId = await categoryIdOf(db, "ios", null);
  await addChart(db, { platform: "ios", collection: "top_free", countryCode: "us", categoryId, chartDate }, entries);
}
