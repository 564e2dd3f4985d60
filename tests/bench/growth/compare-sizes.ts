import { type ConnectionSettings, databaseOf, openClient } from "../../../db/client.ts";
import { type Caller, createApi, createCaller } from "../../support/api.ts";
import { testDatabaseOver } from "../../support/test-connection.ts";
import { withPostgres } from "../measuring/bench-database.ts";
import { recordFigure } from "../measuring/figures.ts";
import { recordStatements } from "../measuring/record-statements.ts";
import { describeControl, ratio, takeTurns } from "../measuring/take-turns.ts";
import { median } from "../measuring/typical.ts";
import { explain } from "./explain.ts";
import { fillHistory, type HistorySize } from "./fill-history.ts";

/**
 * Compares every read of data that the database returns alone, in process, beside 10⁴ and beside 10⁶ (or the given
 * power of ten) rows of each kind of history, in turn: how the median grows, what the server reads, and which tables it
 * scans.
 */
const [, , exponent = "6", pathPart = ""] = process.argv;
const few: HistorySize = { rows: 10 ** 4, apps: 100, chartCountries: 10 };
const many: HistorySize = { rows: 10 ** Number(exponent), apps: 1_000, chartCountries: 100 };
if (!(many.rows > few.rows)) throw new Error("The power of ten must be 5 or more, since 10^4 rows are the small size.");
const rounds = { turns: 60, warmUpTurns: 5, runsPerTurn: 3 };

const reads = [
  "/apps",
  "/apps/ios/1",
  "/apps/ios/1/listing?country_code=us",
  "/apps/ios/1/overview",
  "/apps/ios/1/sync-status",
  "/apps/ios/1/competitors",
  "/competitors",
  "/changes/apps",
  "/changes/apps?field=subtitle&page=10",
  "/changes/competitors",
  "/apps/ios/1/listing?country_code=us&at=2024-01-08",
  "/apps/ios/1/listing/diff?locale=en-US&from=2024-01-08",
  "/apps/ios/1/listing/diff?locale=en-US&from=1",
  "/apps/ios/1/availability",
  "/apps/ios/1/prices",
  "/apps/ios/1/ratings/summary",
  "/apps/ios/1/ratings/history",
  "/apps/ios/1/ratings/country-breakdown",
  "/apps/ios/1/rankings?country_codes=us",
  "/apps/ios/1/rankings?collection=top_free&country_codes=us&from=2024-01-01&to=2024-01-10",
  "/charts?platform=ios&collection=top_free&country_code=us",
  "/charts?platform=ios&collection=top_free&country_code=us&date=2024-01-08",
  "/charts/movers?platform=ios&collection=top_free&country_code=us",
  "/publishers",
  "/publishers/ios/1",
  "/countries",
  "/store-categories",
  "/apps/ios/1/keywords",
  "/apps/ios/1/keywords?version_id=1",
  "/apps/ios/1/keywords/compare?app_ids=2,3,4,5,6",
  "/events",
  "/events?sort=weight",
  "/events?type=app.removed",
  "/events?min_weight=0.9",
  "/apps/ios/1/facts",
  "/apps/ios/1/similar",
  "/apps/ios/1/tracked-keywords",
  "/notes",
  "/tags",
  "/account/profile",
  "/account/api-tokens",
  "/dashboard",
  "/explorer/icons",
  "/explorer/screenshots",
];

const settings = { shared_buffers: "512MB", max_wal_size: "4GB", work_mem: "16MB" };
await withPostgres(settings, async (createMigrated) => {
  const small = await openWorld(await createMigrated("small"), few);
  const large = await openWorld(await createMigrated("large"), many);
  console.error(`10^4 and 10^${exponent} rows of each kind of history, ${rounds.turns} turns of ${rounds.runsPerTurn}`);
  const grown: number[] = [];
  const ofMany: number[] = [];
  for (const path of reads.filter((path) => path.includes(pathPart))) {
    const times = await takeTurns(
      { small: small.read(path), large: large.read(path), control: small.read(path) },
      rounds,
    );
    const [before, after] = [await small.effortOf(path), await large.effortOf(path)];
    grown.push(ratio(times.large, times.small));
    ofMany.push(median(times.large));
    const scanned = after.scanned.length === 0 ? "no scan" : `scans ${after.scanned.join(", ")}`;
    console.error(
      `${path.split("?")[0]?.padEnd(28)} ${median(times.small).toFixed(2).padStart(6)} ms, grows ` +
        `${grown.at(-1)?.toFixed(2)} x to ${ofMany.at(-1)?.toFixed(2)} ms, ` +
        `${before.buffers} -> ${after.buffers} pages, ${scanned}; ` +
        describeControl(ratio(times.control, times.small)),
    );
  }
  recordFigure("most that a read grows from 10^4 to 10^6 rows", Math.max(...grown));
  recordFigure("slowest read at 10^6 rows, p50", Math.max(...ofMany));
  await Promise.all([small.end(), large.end()]);
});

async function openWorld(connection: ConnectionSettings, size: HistorySize) {
  const client = openClient({ ...connection, max: 1 }, null);
  const caller: Caller = await createCaller(testDatabaseOver(client));
  const db = databaseOf(client);
  const startedAt = performance.now();
  const today = await fillHistory(client, size, caller.user.id);
  console.error(`${connection.database} filled in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
  const options = { now: () => new Date(`${today}T12:00:00Z`), requestsPerMinute: 1_000_000 };
  const api = createApi(db, options);
  await api.post("/apps/ios/1/sync", undefined, caller);

  const read = (path: string) => async () => {
    const { status } = await api.get(path, caller);
    if (status !== 200) throw new Error(`${path} returned ${status}.`);
  };
  const effortOf = async (path: string) => {
    const statements = await recordStatements(db, (db) => createApi(db, options).get(path, caller));
    return explain(client, statements);
  };
  return { read, effortOf, end: () => client.end() };
}
