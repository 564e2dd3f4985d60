import { parseArgs } from "node:util";

import { type ConnectionSettings, openClient } from "../../db/client.ts";
import { connectForTest } from "../support/test-connection.ts";
import { comparePages } from "./charts/compare-pages.ts";
import { compareRequests } from "./charts/compare-requests.ts";
import { compareReading, compareStorage } from "./charts/compare-storage.ts";
import { measureRows, measureSizes } from "./charts/measure-sizes.ts";
import { readRanks } from "./charts/read-ranks.ts";
import { withPostgres } from "./measuring/bench-database.ts";

/**
 * `npm run bench -- charts [--days 400] [--charts 500] [--rounds 200] [--seed 1] [--only all|sizes|storing|ranks]`: what
 * the charts of a day take by pages and by feeds, what storing and reading one takes beside the form of an earlier
 * release, and what reading the ranks of an app does.
 *
 * `--only requests [--request-days 10] [--apps 50] [--catalogue 12000]`: how many requests of the stores these days
 * make. It takes an hour, so it is no part of `all`.
 */
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    days: { type: "string", default: "400" },
    charts: { type: "string", default: "500" },
    rounds: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    "request-days": { type: "string", default: "10" },
    /** Followed apps of each store whose requests are counted besides, and all apps of each. */
    apps: { type: "string", default: "50" },
    catalogue: { type: "string", default: "12000" },
    only: { type: "string", default: "all" },
  },
});
const [seed, rounds] = [Number(values.seed), Number(values.rounds)];
const DAY = "2026-05-01";
/** Not the next day, on which the charts that are read have their successors. */
const DAY_STORED = "2026-05-03";
/** The charts of the first day are the earlier ones of its pages. */
const DAY_PAGES = "2026-05-04";

/** As durable as a deployed server. */
const durable = {
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  shared_buffers: "1GB",
  max_wal_size: "8GB",
};
const fast = { fsync: "off", synchronous_commit: "off", shared_buffers: "256MB" };

type Create = Parameters<Parameters<typeof withPostgres>[1]>[0];

const parts: Readonly<Record<string, (create: Create) => Promise<void>>> = {
  all: async (create) => {
    const day = await compareSizes(create);
    await measureForms(day);
    await comparePages(day.db, day.sql, { day: DAY_PAGES, before: DAY, seed, rounds });
    await day.end();
    await measureRanks(create);
  },
  sizes: async (create) => {
    const day = await compareSizes(create);
    await day.end();
  },
  storing: async (create) => {
    const day = await open(create, "day");
    await measureSizes(day.db, day.sql, { day: DAY, seed, appStore: "pages" });
    await comparePages(day.db, day.sql, { day: DAY_PAGES, before: DAY, seed, rounds });
    await day.end();
  },
  ranks: measureRanks,
  requests: (create) =>
    compareRequests(create, {
      days: Number(values["request-days"]),
      apps: Number(values.apps),
      appsPerStore: Number(values.catalogue),
      seed,
    }),
};

const part = parts[values.only];
if (part === undefined) {
  console.error(`--only is one of: ${Object.keys(parts).join(", ")}`);
  process.exitCode = 1;
} else await withPostgres(values.only === "requests" ? fast : durable, part);

/** Measures a day of the App Store by pages, which is left to other measures, beside one by feeds. */
async function compareSizes(create: Create): Promise<Connected> {
  const feeds = await open(create, "feeds");
  const [row] = await feeds.sql<{ version: string }[]>`SELECT split_part(version(), ' on ', 1) AS version`;
  console.log(`${row?.version}, Node ${process.version}`);
  await measureSizes(feeds.db, feeds.sql, { day: DAY, seed, appStore: "feeds" });
  await feeds.end();

  const day = await open(create, "day");
  await measureSizes(day.db, day.sql, { day: DAY, seed, appStore: "pages" });
  return day;
}

async function measureForms({ db, sql }: Connected): Promise<void> {
  await measureRows(sql);
  await compareReading(db, sql, { day: DAY, rounds });
  await compareStorage(db, sql, { day: DAY_STORED, seed, rounds });
}

async function measureRanks(create: Create): Promise<void> {
  const { db, sql, end } = await open(create, "history");
  await readRanks(db, sql, { charts: Number(values.charts), days: Number(values.days), day: DAY, seed });
  await end();
}

type Connected = ReturnType<typeof connect>;

async function open(create: Create, name: string): Promise<Connected> {
  return connect(await create(name));
}

function connect(connection: ConnectionSettings) {
  const { db, end } = connectForTest({ ...connection, max: 1 });
  const sql = openClient({ ...connection, max: 1 }, null);
  return { db, sql, end: () => Promise.all([end(), sql.end({ timeout: 5 })]) };
}
