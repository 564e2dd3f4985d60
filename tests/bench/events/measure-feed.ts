import { type ConnectionSettings, databaseOf, openClient } from "../../../db/client.ts";
import { createApi, createCaller } from "../../support/api.ts";
import { testDatabaseOver } from "../../support/test-connection.ts";
import { withPostgres } from "../measuring/bench-database.ts";
import { median } from "../measuring/typical.ts";

const SIZES = [10_000, 1_000_000] as const;
const TRACKED_APPS = 60;
const RIVALS = 58;
/** So many events of followed apps come on one new app of a publisher, which nobody follows. */
const ADDITIONS_EVERY = 100;
const DAYS = 366;
const NOW = new Date("2026-03-31T12:00:00Z");
const ROUNDS = 41;
/** Of the reads without a bound, some of which take seconds. */
const OTHER_ROUNDS = 5;
const RATIO_MAX = 1.5;

/** The first one has a bound. What filters and late pages take is printed beside it. */
const reads = [
  "/events",
  "/events?scope=mine",
  "/events?per_page=100&page=20",
  "/events?sort=weight",
  "/events?since=last_visit",
  "/events?from=2026-03-01&country_code=de",
  "/events?type=app.price_changed",
  "/events?type=app.removed",
  "/events?type=publisher.app_added",
  "/events?min_weight=0.9",
  "/events?country_code=de",
] as const;

await withPostgres({ fsync: "off", shared_buffers: "512MB", max_wal_size: "4GB" }, async (createMigrated) => {
  const measured: ReadonlyMap<string, number>[] = [];
  for (const size of SIZES) measured.push(await measureReads(await createMigrated(`events_${size}`), size));
  const [few, many] = measured;
  console.error(
    `p50 of ${ROUNDS} reads, and of ${OTHER_ROUNDS} of each further one, of ${TRACKED_APPS} tracked apps and ${RIVALS} competitors, over ${DAYS} days:`,
  );
  for (const path of reads) {
    const [ofFew, ofMany] = [few?.get(path) ?? Number.NaN, many?.get(path) ?? Number.NaN];
    const ratio = ofMany / ofFew;
    const isOver = path === reads[0] && ratio > RATIO_MAX;
    const sizes = SIZES.map(
      (size, index) => `${[ofFew, ofMany][index]?.toFixed(1)} ms of ${size.toLocaleString("en-US")}`,
    );
    const excess = isOver ? `: MORE THAN ${RATIO_MAX}` : "";
    console.error(`  ${path.padEnd(44)} ${sizes.join(", ")}, ratio ${ratio.toFixed(2)}${excess}`);
    if (isOver) process.exitCode = 1;
  }
});

async function measureReads(connection: ConnectionSettings, size: number): Promise<ReadonlyMap<string, number>> {
  const client = openClient({ ...connection, max: 1 }, null);
  const db = databaseOf(client);
  const caller = await createCaller(testDatabaseOver(client));
  await fill(client, { size, userId: caller.user.id });
  const api = createApi(db, { now: () => NOW, requestsPerMinute: 1_000_000 });
  const typical = new Map<string, number>();
  for (const path of reads) {
    const times: number[] = [];
    for (let round = 0; round < (path === reads[0] ? ROUNDS : OTHER_ROUNDS); round += 1) {
      const began = performance.now();
      const { status, body, text } = await api.get(path, caller);
      times.push(performance.now() - began);
      if (status !== 200 || body.data.length === 0)
        throw new Error(`${path} returned ${status}: ${text?.slice(0, 500)}`);
    }
    typical.set(path, median(times));
  }
  await client.end();
  return typical;
}

/** Events of all apps over a year. One in five is of prices, and one in a thousand of a removal. */
async function fill(
  client: ReturnType<typeof openClient>,
  { size, userId }: { readonly size: number; readonly userId: number },
): Promise<void> {
  await client`
    INSERT INTO publishers (platform, external_id, name) SELECT 'ios', n, 'Publisher' FROM generate_series(1, 10000) n`;
  await client`
    INSERT INTO apps (platform, external_id, name, publisher_id)
    SELECT 'ios', 'app.' || n, 'App', publisher.id FROM generate_series(1, 20000) n
    JOIN publishers publisher ON publisher.external_id = ((n - 1) % 10000 + 1)::text ORDER BY n`;
  await client`
    INSERT INTO tracked_apps (user_id, app_id)
    SELECT ${userId}, id FROM apps ORDER BY id LIMIT ${TRACKED_APPS}`;
  await client`
    INSERT INTO app_competitors (user_id, app_id, competitor_app_id)
    SELECT ${userId}, (SELECT min(id) FROM apps), id FROM apps ORDER BY id OFFSET ${TRACKED_APPS} LIMIT ${RIVALS}`;
  await client`
    INSERT INTO events (app_id, type, field, began_at, occurred_at, reported_at, weight, data)
    SELECT app.id, kind.type, CASE kind.type WHEN 'listing.changed' THEN 'title' END, at, at, at, kind.weight, kind.data
    FROM generate_series(1, ${size}::int) n
    JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM apps ORDER BY id LIMIT ${TRACKED_APPS + RIVALS}) app
      ON app.place = n % ${TRACKED_APPS + RIVALS}
    CROSS JOIN LATERAL (
      SELECT ${NOW.toISOString()}::timestamptz - n * (make_interval(days => ${DAYS - 1}) / ${size}::int) AS at) moment
    CROSS JOIN LATERAL (
      SELECT CASE WHEN n % 1000 = 7 THEN 'app.removed' WHEN n % 5 = 0 THEN 'app.price_changed' ELSE 'listing.changed' END AS type,
        (n % 1000)::real / 1000 AS weight,
        CASE WHEN n % 5 = 0 THEN jsonb_build_object('countries', (
            SELECT jsonb_agg(jsonb_build_object('country_code', code, 'before', '1.99 EUR', 'after', '2.99 EUR'))
            FROM unnest(CASE WHEN n % 50 = 0 THEN '{us,de,fr}' ELSE '{us,fr,gb}' END::text[]) code), 'countries_total', 3)
          ELSE jsonb_build_object('before', repeat('before ' || n, 20), 'after', repeat('after ' || n, 20), 'languages', (
            SELECT jsonb_agg(jsonb_build_object('locale', 'l' || l, 'fallback_of', NULL)) FROM generate_series(1, 10) l)) END AS data
    ) kind
    ORDER BY n DESC`;
  await client`
    INSERT INTO events (app_id, publisher_id, type, began_at, occurred_at, reported_at, weight, data)
    SELECT added.id, added.publisher_id, 'publisher.app_added', at, at, at, 0.5, '{}'
    FROM generate_series(1, ${size / ADDITIONS_EVERY}::int) n
    JOIN (SELECT id, publisher_id, row_number() OVER (ORDER BY id) - 10001 AS place
      FROM apps ORDER BY id OFFSET 10000 LIMIT ${TRACKED_APPS}) added ON added.place = n % ${TRACKED_APPS}
    CROSS JOIN LATERAL (SELECT ${NOW.toISOString()}::timestamptz
      - n * (make_interval(days => ${DAYS - 1}) / ${size / ADDITIONS_EVERY}::int) AS at) moment`;
  await client`UPDATE users SET events_seen_until = ${NOW.toISOString()}::timestamptz - interval '2 days'`;
  await client`VACUUM ANALYZE`;
}
