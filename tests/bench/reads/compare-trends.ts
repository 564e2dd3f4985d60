import { databaseOf, openClient } from "../../../db/client.ts";
import { appSorts } from "../../../lib/domain/app-trends.ts";
import { createApi, createCaller } from "../../support/api.ts";
import { testDatabaseOver } from "../../support/test-connection.ts";
import { withPostgres } from "../measuring/bench-database.ts";
import { processorTimeOf } from "../measuring/processor-time.ts";
import { median } from "../measuring/typical.ts";
import { fillTrackedApps, TRACKED_APPS } from "./fill-tracked-apps.ts";

/**
 * What GET /apps takes for a user who tracks 10,000 apps: by itself, with trends, and sorted by each of their values with
 * and without them. The time of the server's processor says what it would take on a machine with nothing else to do.
 */
const TODAY = "2026-03-31";
const RUNS = 40;
/** PostgreSQL keeps a plan of a prepared statement after five runs. */
const WARM_UP_RUNS = 8;
const TARGET_MS = 40;

const queries = ["", "include=trends", ...appSorts.flatMap((sort) => [`sort=${sort}`, `sort=${sort}&include=trends`])];

await withPostgres({ shared_buffers: "512MB", max_wal_size: "4GB" }, async (createMigrated) => {
  const client = openClient({ ...(await createMigrated("trends")), max: 1 }, null);
  const caller = await createCaller(testDatabaseOver(client));
  await fillTrackedApps(client, caller.user.id, TODAY);
  const now = () => new Date(`${TODAY}T12:00:00Z`);
  const api = createApi(databaseOf(client), { now, requestsPerMinute: 1_000_000 });
  const processorTime = await processorTimeOf(client);

  console.error(
    `GET /apps, 50 of ${TRACKED_APPS} tracked apps, ${RUNS} runs; the target is a median of ${TARGET_MS} ms`,
  );
  for (const query of queries) {
    const read = async () => {
      const startedAt = performance.now();
      const { status } = await api.get(`/apps?${query}`, caller);
      if (status !== 200) throw new Error(`GET /apps?${query} returned ${status}.`);
      return performance.now() - startedAt;
    };
    for (let run = 0; run < WARM_UP_RUNS; run += 1) await read();
    const before = await processorTime();
    const times: number[] = [];
    for (let run = 0; run < RUNS; run += 1) times.push(await read());
    const after = await processorTime();
    const server =
      before === null || after === null ? "" : `, ${((after - before) / RUNS).toFixed(1)} of the server's processor`;
    const isOver = median(times) > TARGET_MS ? ": MORE THAN THE TARGET" : "";
    console.error(`${query.padEnd(36)} ${median(times).toFixed(1).padStart(6)} ms${server}${isOver}`);
  }
  await client.end();
});
