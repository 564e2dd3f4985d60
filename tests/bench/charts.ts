import { parseArgs } from "node:util";
import type postgres from "postgres";

import { type ConnectionSettings, openClient } from "../../db/client.ts";
import { connectForTest, type TestDb } from "../support/test-connection.ts";
import { comparePages } from "./charts/compare-pages.ts";
import { compareReading, compareStorage } from "./charts/compare-storage.ts";
import { measureSizes } from "./charts/measure-sizes.ts";
import { readRanks } from "./charts/read-ranks.ts";
import { withPostgres } from "./measuring/bench-database.ts";

/**
 * `npm run bench -- charts [--days 400] [--charts 500] [--rounds 200] [--seed 1] [--app-store pages|feeds]
 * [--only all|sizes|storing|ranks]`: what the charts of a day take, what
 * storing and reading one takes beside the form of the release before, and what reading the ranks of an app over time does.
 */
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    days: { type: "string", default: "400" },
    charts: { type: "string", default: "500" },
    rounds: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    /** How the charts of the App Store are read: by pages, or by feeds as before them. */
    "app-store": { type: "string", default: "pages" },
    /** Measures one part: sizes, storing, ranks. */
    only: { type: "string", default: "all" },
  },
});
const [days, charts, rounds, seed] = [values.days, values.charts, values.rounds, values.seed].map(Number);
const DAY = "2026-05-01";
/** Not the next day, on which the charts that are read have their successors. */
const DAY_STORED = "2026-05-03";
/** The charts of the first day are the earlier ones of its pages. */
const DAY_PAGES = "2026-05-04";

/** As durable as a deployed server. */
const settings = {
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  shared_buffers: "1GB",
  max_wal_size: "8GB",
};
await withPostgres(settings, async (createMigrated) => {
  const day = connect(await createMigrated("day"));
  const [row] = await day.sql<{ version: string }[]>`SELECT split_part(version(), ' on ', 1) AS version`;
  console.log(`${row?.version}, Node ${process.version}`);
  const { only } = values;
  const isMeasured = (...parts: readonly string[]) => [...parts, "all"].includes(only);
  if (isMeasured("sizes", "storing")) await measureDay(day.db, day.sql, { isWhole: only === "all" });
  if (isMeasured("storing")) {
    await comparePages(day.db, day.sql, { day: DAY_PAGES, seed: seed ?? 1, rounds: rounds ?? 1 });
  }
  await day.end();
  if (!isMeasured("ranks")) return;

  const history = connect(await createMigrated("history"));
  await readRanks(history.db, history.sql, { charts: charts ?? 1, days: days ?? 1, day: DAY, seed: seed ?? 1 });
  await history.end();
});

async function measureDay(db: TestDb, sql: postgres.Sql, { isWhole }: { readonly isWhole: boolean }): Promise<void> {
  const appStore = values["app-store"] === "feeds" ? "feeds" : "pages";
  await measureSizes(db, sql, { day: DAY, seed: seed ?? 1, appStore, before: isWhole });
  if (!isWhole) return;
  await compareReading(db, sql, { day: DAY, rounds: rounds ?? 1 });
  await compareStorage(db, sql, { day: DAY_STORED, seed: seed ?? 1, rounds: rounds ?? 1 });
}

function connect(connection: ConnectionSettings) {
  const { db, end } = connectForTest({ ...connection, max: 1 });
  const sql = openClient({ ...connection, max: 1 }, null);
  return { db, sql, end: () => Promise.all([end(), sql.end({ timeout: 5 })]) };
}
