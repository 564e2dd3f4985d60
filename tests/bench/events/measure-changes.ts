import { type ConnectionSettings, databaseOf, openClient } from "../../../db/client.ts";
import { formatCursor } from "../../../lib/domain/event-cursor.ts";
import { type Caller, createApi, createCaller } from "../../support/api.ts";
import { testDatabaseOver } from "../../support/test-connection.ts";
import { withPostgres } from "../measuring/bench-database.ts";
import { median } from "../measuring/typical.ts";

const LEAST_POWER = 4;
const MOST_POWER = 7;
const APPS = 11_800;
const TRACKED_APPS = 60;
const RIVALS = 58;
const EVENTS_OF_A_TRANSACTION = 5_000;
const DAYS = 80;
const ROUNDS = 41;
const RATIO_MAX = 3;

const power = Number(process.argv[3] ?? MOST_POWER);
const sizes = [10 ** LEAST_POWER, 10 ** power] as const;

/** Each reads a page of 5,000 events of all apps, of which one in a hundred is the caller's. */
const reads = {
  "after a cursor": (cursor: string) => `/changes?cursor=${cursor}`,
  "competitors after a cursor": (cursor: string) => `/changes?scope=rivals&platform=ios&cursor=${cursor}`,
  "from a time": () => `/changes?from=${new Date(Date.now() - (DAYS / 2) * 86_400_000).toISOString()}`,
  "from now on": () => "/changes",
} as const;

await withPostgres({ fsync: "off", shared_buffers: "512MB", max_wal_size: "4GB" }, async (createMigrated) => {
  const measured = [];
  for (const size of sizes) measured.push(await measureReads(await createMigrated(`changes_${size}`), size));
  const [few, many] = measured;
  console.error(
    `p50 of ${ROUNDS} pages, of ${TRACKED_APPS} tracked apps and ${RIVALS} competitors among ${APPS} apps:`,
  );
  for (const name of Object.keys(reads)) {
    const [ofFew, ofMany] = [few?.get(name) ?? Number.NaN, many?.get(name) ?? Number.NaN];
    const isOver = !(ofMany <= ofFew * RATIO_MAX);
    const figures = sizes.map((size, index) => `${[ofFew, ofMany][index]?.toFixed(1)} ms of ${size}`).join(", ");
    console.error(`  ${name.padEnd(28)} ${figures}${isOver ? `: MORE THAN ${RATIO_MAX} TIMES` : ""}`);
    if (isOver) process.exitCode = 1;
  }
});

async function measureReads(connection: ConnectionSettings, size: number): Promise<ReadonlyMap<string, number>> {
  const client = openClient({ ...connection, max: 1 }, null);
  const caller = await createCaller(testDatabaseOver(client));
  await fill(client, { size, caller });
  const [middle] = await client<{ written_in: string; id: string }[]>`
    SELECT written_in::text, id::text FROM events ORDER BY id OFFSET ${size / 2} LIMIT 1`;
  if (middle === undefined) throw new Error("There are no events.");
  const cursor = formatCursor({ epoch: 1, writtenIn: middle.written_in, id: middle.id });
  const api = createApi(databaseOf(client), { requestsPerMinute: 1_000_000 });
  const typical = new Map<string, number>();
  for (const [name, pathOf] of Object.entries(reads)) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      const { status, text } = await api.get(pathOf(cursor), caller);
      times.push(performance.now() - began);
      if (status !== 200) throw new Error(`${name} returned ${status}: ${text?.slice(0, 500)}`);
    }
    typical.set(name, median(times));
  }
  await client.end();
  return typical;
}

async function fill(
  client: ReturnType<typeof openClient>,
  { size, caller }: { readonly size: number; readonly caller: Caller },
): Promise<void> {
  const userId = caller.user.id;
  await client`
    INSERT INTO apps (platform, external_id, name)
    SELECT 'ios', 'app.' || n, 'App' FROM generate_series(1, ${APPS}::int) n ORDER BY n`;
  await client`
    INSERT INTO tracked_apps (user_id, app_id) SELECT ${userId}, id FROM apps ORDER BY id LIMIT ${TRACKED_APPS}`;
  await client`
    INSERT INTO app_competitors (user_id, app_id, competitor_app_id)
    SELECT ${userId}, (SELECT min(id) FROM apps), id FROM apps ORDER BY id OFFSET ${TRACKED_APPS} LIMIT ${RIVALS}`;
  const [first] = await client<{ id: number }[]>`SELECT min(id) AS id FROM apps`;
  for (let begun = 0; begun < size; begun += EVENTS_OF_A_TRANSACTION) {
    await client`
      INSERT INTO events (app_id, type, began_at, occurred_at, reported_at, weight, data)
      SELECT ${first?.id ?? 0} + n % ${APPS}::int, 'app.version_released', at, at, at, 0.5, '{"version": "2.0"}'
      FROM generate_series(${begun}::int, ${begun + EVENTS_OF_A_TRANSACTION - 1}::int) n
      CROSS JOIN LATERAL (
        SELECT now() - (${size}::int - n) * (make_interval(days => ${DAYS}) / ${size}::int) AS at) moment`;
  }
  await client`VACUUM ANALYZE`;
}
