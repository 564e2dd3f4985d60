import { sql } from "drizzle-orm";

import { type ConnectionSettings, databaseOf, openClient } from "../../../db/client.ts";
import { factWrites, foundFacts } from "../../../db/queries/facts/fact-writes.ts";
import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import { recordset } from "../../../db/recordset.ts";
import { apps } from "../../../db/schema/apps.ts";
import { type Db, statement } from "../../../db/statement.ts";
import type { Catalogue } from "../../../infra/store-simulator/catalogue/catalogue.ts";
import { startStoreSimulator } from "../../../infra/store-simulator/simulator.ts";
import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import { createApi, createCaller } from "../../support/api.ts";
import { testDatabaseOver } from "../../support/test-connection.ts";
import { withPostgres } from "../measuring/bench-database.ts";
import { median } from "../measuring/typical.ts";
import { shownFacts } from "./shown-facts.ts";

const APPS_PER_STORE = 200;
const DAYS = 365;
const FIRST_DAY = 100;
/** The simulated day 0. */
const EPOCH = Date.UTC(2025, 0, 1);
const BEGINNING = new Date(EPOCH).toISOString();
const DAY_MS = 86_400_000;
/** Pages of an app that the daily sweep covers are read weekly. */
const PAGE_DAYS = 7;
const KNOWN_APPS = 1_000_000;
const FOLLOWED_APPS = 10_000;
const GIGABYTES_MAX = 2;
const READ_MS_MAX = 20;
const ROUNDS = 60;

const tables = ["app_facts", "app_fact_changes", "app_installs", "app_related_lists", "related_app_names"];

const response = { app_id: apps.id, country_code: sql<string>`char(2)`, ...foundFacts };
type Client = ReturnType<typeof openClient>;
type Response = Parameters<typeof recordset<typeof response>>[1][number];
type Day = { readonly responses: readonly Response[]; readonly platform: Platform; readonly at: Date };

const saveFacts = statement({
  name: "save_facts",
  effect: "writes",
  build: ({ responses, platform, at }: Day) => sql`
    WITH ${factWrites(recordset(response, responses), { platform, observedAt: at })} SELECT 1`,
});

await withPostgres({ fsync: "off", shared_buffers: "512MB", max_wal_size: "4GB" }, async (createMigrated) => {
  await measureYear(await createMigrated("year"));
  await measureReads(await createMigrated("reads"));
});

async function measureYear(connection: ConnectionSettings): Promise<void> {
  const client = openClient({ ...connection, max: 1 }, null);
  const db = databaseOf(client);
  const simulator = await startStoreSimulator({
    day: FIRST_DAY,
    appsPerStore: APPS_PER_STORE,
    publishersPerStore: 100,
  });
  const stored = new Map<string, number>();
  for (const platform of platforms) {
    for (const app of simulator.catalogue.apps(platform)) {
      const [row] = await client<{ id: number }[]>`
        INSERT INTO apps (platform, external_id, name) VALUES (${platform}, ${app.externalId}, 'App') RETURNING id`;
      stored.set(app.externalId, row?.id ?? 0);
    }
  }
  const [before] = await client<{ wal: string }[]>`SELECT pg_current_wal_lsn()::text AS wal`;
  const startedAt = performance.now();
  for (let day = 0; day < DAYS; day += 1) {
    await createMissingPartitions(db, noonOf(day));
    for (const platform of platforms) await saveDay(db, { catalogue: simulator.catalogue, stored, platform, day });
    await saveInstalls(client, day);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const [wal] = await client<{ bytes: number }[]>`
    SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), ${before?.wal ?? "0/0"}::pg_lsn)::float8 AS bytes`;
  await client`VACUUM`;
  const sizes = await client<{ name: string; rows: number; bytes: number }[]>`
    SELECT t.name, (xpath('/row/n/text()', query_to_xml('SELECT count(*) AS n FROM ' || t.name, false, true, '')))[1]::text::int
      AS rows, (SELECT coalesce(sum(pg_total_relation_size(relid)), pg_total_relation_size(t.name::regclass))
        FROM pg_partition_tree(t.name::regclass))::float8 AS bytes
    FROM unnest(${`{${tables.join(",")}}`}::text[]) AS t(name)`;
  const scale = 10_000 / (2 * APPS_PER_STORE);
  console.error(
    `${DAYS} days of ${2 * APPS_PER_STORE} apps, stored in ${seconds.toFixed(0)} s, as a year of 10,000 apps:`,
  );
  let sum = 0;
  for (const { name, rows, bytes } of sizes) {
    sum += bytes * scale;
    console.error(
      `  ${name.padEnd(20)} ${(rows * scale).toLocaleString("en-US").padStart(12)} rows, ${gigabytes(bytes * scale)}`,
    );
  }
  const excess = sum > GIGABYTES_MAX * 1e9 ? `: MORE THAN ${GIGABYTES_MAX} GB` : "";
  console.error(`  together ${gigabytes(sum)}${excess}; WAL ${gigabytes((wal?.bytes ?? 0) * scale)}`);
  await simulator.stop();
  await client.end();
}

type ShownDay = {
  readonly catalogue: Catalogue;
  readonly stored: ReadonlyMap<string, number>;
  readonly platform: Platform;
  readonly day: number;
};

async function saveDay(db: Db, { catalogue, stored, platform, day }: ShownDay): Promise<void> {
  const shown = catalogue.apps(platform).map((app) => app.on(FIRST_DAY + day));
  const ids = shown.map(({ externalId }) => externalId);
  const responses = shown.map((app, index): Response => {
    const { facts, similar } = shownFacts(app, ids.slice(index + 1 + Math.floor(day / 30)));
    const hasPage = platform === "android" || day % PAGE_DAYS === index % PAGE_DAYS;
    return {
      app_id: stored.get(app.externalId) ?? 0,
      country_code: "us",
      facts: hasPage ? facts : withoutPage(facts),
      similar: hasPage ? similar : null,
    };
  });
  await saveFacts(db, { responses, platform, at: noonOf(day) });
}

async function saveInstalls(client: Client, day: number): Promise<void> {
  const date = noonOf(day).toISOString().slice(0, 10);
  await client`
    INSERT INTO app_installs SELECT id, ${date}::date, 1000000 + id * ${day} FROM apps WHERE platform = 'android'`;
}

function noonOf(day: number): Date {
  return new Date(EPOCH + (day + 0.5) * DAY_MS);
}

/** Returns the facts that the daily lookup shows. */
function withoutPage({ in_app_purchases, privacy, accessibility, privacy_policy, ...facts }: Record<string, unknown>) {
  return facts;
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(3)} GB`;
}

async function measureReads(connection: ConnectionSettings): Promise<void> {
  const client = openClient({ ...connection, max: 1 }, null);
  const db = databaseOf(client);
  const caller = await createCaller(testDatabaseOver(client));
  await createMissingPartitions(db, new Date(EPOCH));
  await client`
    INSERT INTO apps (platform, external_id, name)
    SELECT CASE WHEN n % 2 = 0 THEN 'ios' ELSE 'android' END, 'app.' || n, 'App' FROM generate_series(1, ${KNOWN_APPS}::int) n`;
  await client`
    INSERT INTO app_fact_changes (app_id, key, country_code, valid_from, value, is_first)
    SELECT app.id, fact.key, 'zz', ${BEGINNING}::timestamptz + make_interval(days => 7 * place), CASE fact.key
        WHEN 'size_bytes' THEN to_jsonb(1000000 + place)
        WHEN 'ads' THEN to_jsonb(place % 2 = 0)
        WHEN 'languages' THEN to_jsonb(ARRAY(SELECT 'L' || n FROM generate_series(0, 10 + place) n))
        WHEN 'supported_devices' THEN to_jsonb(ARRAY(SELECT 'iPhone' || n || '-iPhone' || n FROM generate_series(0, 120 + place) n))
        ELSE to_jsonb('https://paperkite.example/' || place) END, place = 0
    FROM (SELECT id FROM apps ORDER BY id LIMIT ${FOLLOWED_APPS}) app
    CROSS JOIN unnest('{name,minimum_os,size_bytes,languages,supported_devices,ads,privacy_policy,feature_graphic}'::text[])
      AS fact(key)
    CROSS JOIN generate_series(0, 11) place`;
  await client`
    INSERT INTO app_facts (app_id, facts, read_on)
    SELECT app_id, jsonb_object_agg(key, jsonb_build_object('value', value, 'country_code', country_code)),
      jsonb_object_agg(key, '2025-12-31') || '{"similar": "2025-12-31", "more_by_publisher": "2025-12-31"}' FROM app_fact_changes GROUP BY app_id`;
  await client`
    INSERT INTO app_installs SELECT id, '2025-01-01'::date + day, id * day FROM (
      SELECT id FROM apps WHERE platform = 'android' ORDER BY id LIMIT ${FOLLOWED_APPS}) app, generate_series(0, 89) day`;
  await client`
    INSERT INTO related_app_names (platform, country_code, external_id, name)
    SELECT platform, 'us', external_id, name FROM apps ORDER BY id LIMIT 200000`;
  await client`
    INSERT INTO app_related_lists (app_id, kind, valid_from, country_code, external_ids)
    SELECT id, kind, ${BEGINNING}::timestamptz + make_interval(days => place), 'us',
      ARRAY(SELECT 'app.' || 2 * ((id + n) % 100000 + 1) FROM generate_series(1, 50) n)
    FROM (SELECT id FROM apps ORDER BY id LIMIT ${FOLLOWED_APPS}) app, unnest('{similar,more_by_publisher}'::text[]) kind,
      generate_series(0, 11) place`;
  await client`VACUUM ANALYZE`;
  console.error(
    `reads beside ${KNOWN_APPS.toLocaleString("en-US")} apps, ${FOLLOWED_APPS.toLocaleString("en-US")} of which have a year of facts:`,
  );
  const api = createApi(db, { now: () => new Date("2025-03-31T12:00:00Z"), requestsPerMinute: 1_000_000 });
  const ofApp = (platform: "ios" | "android", rest: string) => (round: number) =>
    `/apps/${platform}/app.${2 * (1 + round) + (platform === "ios" ? 0 : 1)}/${rest}`;
  const reads = [
    ofApp("ios", "facts"),
    ofApp("ios", "facts?history=true"),
    ofApp("android", "installs?from=2025-01-01&to=2025-03-31"),
    ofApp("ios", "similar"),
  ];
  for (const path of reads) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      const { status, body } = await api.get(path(round), caller);
      times.push(performance.now() - began);
      if (status !== 200 || body.data.length === 0) throw new Error(`${path(round)} returned ${status}.`);
    }
    const typical = median(times);
    const excess = typical > READ_MS_MAX ? `: MORE THAN ${READ_MS_MAX} ms` : "";
    console.error(`  ${path(0).padEnd(60)} ${typical.toFixed(2)} ms, median of ${ROUNDS}${excess}`);
  }
  await client.end();
}
