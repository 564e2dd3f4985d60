import { databaseOf, openClient } from "../../../db/client.ts";
import { fanOutEvents } from "../../../db/queries/webhooks/fan-out.ts";
import { createUser } from "../../support/factories.ts";
import { settleTransactions } from "../../support/settled-transactions.ts";
import { testDatabaseOver } from "../../support/test-connection.ts";
import { withPostgres } from "../measuring/bench-database.ts";
import { median } from "../measuring/typical.ts";

const EVENTS = 1_000;
const ENDPOINTS = 3_000;
/** Users who track each app, with an endpoint each. */
const FOLLOWERS = 3;
const APPS = ENDPOINTS / FOLLOWERS;
const ROUNDS = 11;
const MS_MAX = 300;

await withPostgres({ fsync: "off", shared_buffers: "512MB" }, async (createMigrated) => {
  const client = openClient({ ...(await createMigrated("dispatch")), max: 1 }, null);
  const db = databaseOf(client);
  await fill(client);
  await settleTransactions(client);
  await fanOutEvents(db, []);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await addEvents(client);
    await settleTransactions(client);
    const began = performance.now();
    const { scanned, queued } = await fanOutEvents(db, []);
    times.push(performance.now() - began);
    if (scanned !== EVENTS || queued !== EVENTS * FOLLOWERS) {
      throw new Error(`${scanned} events became ${queued} deliveries.`);
    }
  }
  await client.end();
  const typical = median(times);
  const isOver = !(typical <= MS_MAX);
  console.error(
    `p50 of ${ROUNDS} dispatches of ${EVENTS} events, each to ${FOLLOWERS} of ${ENDPOINTS} endpoints: ` +
      `${typical.toFixed(0)} ms${isOver ? `: MORE THAN ${MS_MAX} MS` : ""}`,
  );
  if (isOver) process.exitCode = 1;
});

async function fill(client: ReturnType<typeof openClient>): Promise<void> {
  await createUser(testDatabaseOver(client));
  await client`
    INSERT INTO users (name, email, password)
    SELECT 'u', 'u' || n || '@example.com', '!' FROM generate_series(1, ${ENDPOINTS - 1}::int) n`;
  await client`
    INSERT INTO apps (platform, external_id, name)
    SELECT 'ios', 'app.' || n, 'App' FROM generate_series(1, ${APPS}::int) n`;
  await client`
    INSERT INTO tracked_apps (user_id, app_id)
    SELECT u.id, app.id FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM users) u
    JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM apps) app ON app.place = u.place % ${APPS}::int`;
  await client`
    INSERT INTO webhook_endpoints (user_id, name, url, kind, secret)
    SELECT id, 'Hook', 'https://receiver.example/', 'mine', sha256('secret') FROM users`;
  await client`VACUUM ANALYZE`;
}

/** One of each app, in one transaction. */
async function addEvents(client: ReturnType<typeof openClient>): Promise<void> {
  await client`
    INSERT INTO events (app_id, type, began_at, occurred_at, reported_at, weight, data)
    SELECT id, 'app.version_released', now(), now(), now(), 0.5, '{"version": "2.0"}' FROM apps ORDER BY id
    LIMIT ${EVENTS}::int`;
}
