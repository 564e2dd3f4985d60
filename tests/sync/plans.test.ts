import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { Db } from "../../db/client.ts";
import { importApps } from "../../db/queries/apps/import-apps.ts";
import { claimRun } from "../../db/queries/runs/claim-run.ts";
import { finishRun } from "../../db/queries/runs/finish-run.ts";
import type { RunUpdate } from "../../db/queries/runs/run-update.ts";
import { saveIdentity } from "../../db/queries/runs/save-identity.ts";
import { saveListings } from "../../db/queries/runs/save-listings.ts";
import { saveMetrics } from "../../db/queries/runs/save-metrics.ts";
import { insertRun, promoteRun, renewLease } from "../../db/queries/runs/sync-runs.ts";
import { markRunsSent } from "../../db/queries/runs/waiting-runs.ts";
import { readWaitingWork } from "../../db/queries/runs/waiting-work.ts";
import { saveSweepBatch } from "../../db/queries/sweeps/save-sweep-batch.ts";
import { prod } from "../../infra/aws/stages.ts";
import { utcDay } from "../../lib/domain/paced-fetch.ts";
import { bucketsOfPlatform } from "../../lib/domain/request-purpose.ts";
import { type TestDb, useDatabase } from "../support/database.ts";
import { fakeIdentity, fakeListing } from "../support/fake-store-records.ts";
import { fillTables } from "../support/fill-tables.ts";
import { explainWork } from "../support/plans.ts";

const database = useDatabase();
/** Enough rows for the planner to prefer an index where there is one. */
const APPS = 20_000;

beforeAll(() => fillTables(database(), addApps));

async function addApps(db: TestDb): Promise<void> {
  await db.execute(
    sql`INSERT INTO apps (platform, external_id) SELECT 'ios', i::text FROM generate_series(1, ${APPS}::int) i`,
  );
  await db.execute(sql`INSERT INTO sync_statuses (app_id, run_id, purpose, status, current_step, queued_at, updated_at,
    next_retry_at)
    SELECT id, gen_random_uuid(), 'tracked', CASE WHEN id % 200 = 0 THEN 'processing' ELSE 'completed' END, 'listings',
      now() - interval '2 hours', now() - id * interval '1 second',
      CASE WHEN id % 100 = 1 THEN now() + interval '1 hour' END FROM apps`);
  await db.execute(sql`INSERT INTO sync_failed_items (app_id, phase, country_code, reason, last_attempted_at,
    next_attempt_at)
    SELECT id, 'metrics', 'us', 'timeout', now(), now() FROM apps`);
  await db.execute(sql`INSERT INTO app_metrics (app_id, country_code, is_available, observed_at)
    SELECT id, unnest(ARRAY['us', 'de']), true, now() FROM apps`);
  await db.execute(sql`INSERT INTO app_metric_coverage (app_id, day)
    SELECT id, (now() AT TIME ZONE 'UTC')::date FROM apps`);
  await db.execute(sql`INSERT INTO app_store_listings (app_id, locale, valid_from, country_code, is_present)
    SELECT id, unnest(ARRAY['en-US', 'de-DE']), now(), 'us', false FROM apps`);
  await db.execute(sql`INSERT INTO app_page_reads (app_id, locale, country_code, read_at)
    SELECT id, unnest(ARRAY['en-US', 'de-DE']), 'us', now() FROM apps`);
  await db.execute(sql`INSERT INTO app_offer_changes (app_id, country_code, field_changed, is_available, detected_at)
    SELECT id, unnest(ARRAY['us', 'de']), 'availability', true, now() FROM apps`);
  await db.execute(sql`INSERT INTO app_facts (app_id, facts, read_on)
    SELECT id, '{"ads": {"value": true, "country_code": "zz"}}', '{"ads": "2026-01-01"}' FROM apps`);
  await db.execute(sql`INSERT INTO app_fact_changes (app_id, key, country_code, valid_from, value, is_first)
    SELECT id, unnest(ARRAY['ads', 'name']), 'zz', now(), 'true', true FROM apps`);
  await db.execute(sql`INSERT INTO app_related_lists (app_id, kind, valid_from, country_code, external_ids)
    SELECT id, unnest(ARRAY['similar', 'more_by_publisher']), now(), 'us', '{}' FROM apps`);
  await db.execute(sql`INSERT INTO app_versions (app_id, version) SELECT id, '1.0' FROM apps`);
  await db.execute(sql`UPDATE apps a SET current_version_id = v.id FROM app_versions v WHERE v.app_id = a.id`);
  await db.execute(sql`INSERT INTO users (name, email, password)
    SELECT 'User', i || '@example.com', 'none' FROM generate_series(1, 1000) i`);
  await db.execute(sql`INSERT INTO tracked_apps (user_id, app_id)
    SELECT 1 + id % 1000, id FROM apps`);
  await db.execute(sql`INSERT INTO app_competitors (user_id, app_id, competitor_app_id)
    SELECT 1 + id % 1000, id, coalesce(lead(id) OVER (ORDER BY id), min(id) OVER ()) FROM apps`);
  await db.execute(
    sql`INSERT INTO listing_texts (sha256, body) SELECT sha256(id::text::bytea), repeat('text', 100) FROM apps`,
  );
  await db.execute(sql`ANALYZE`);
}

const runUpdate: RunUpdate = {
  appId: 7,
  leaseToken: randomUUID(),
  leaseSeconds: 60,
  itemsDone: ["us"],
  progress: { done: 1, total: 2 },
  transition: { kind: "completed", at: new Date(), cooldownSeconds: 600 },
};
const claim = {
  appId: 7,
  runId: randomUUID(),
  leaseToken: randomUUID(),
  leaseSeconds: 60,
  starsPerRunMax: 3,
  rechecks: true,
  storefronts: "{us,de}",
  now: new Date().toISOString(),
  day: utcDay(new Date()),
};
const failed = [{ country_code: "us", locale: null, reason: "timeout", attempts: 1, retry_in_seconds: 300 }] as const;
const batch = {
  runUpdate,
  observedAt: new Date(),
  observations: [],
  resolved: [{ country_code: "de", locale: null }],
  failed,
};

const sweepKey = {
  platform: "ios",
  kind: "metrics",
  day: "2026-01-01",
  shard: 0,
  countryCode: "us",
  locale: "en-US",
} as const;
const shown = {
  facts: { ads: true, minimum_os: "15.0" },
  similar: [{ external_id: "8", name: "Eight", subtitle: null }],
};
const identity = { ...fakeIdentity("7"), ...shown, country: "us" };
const sweptApps = Array.from({ length: 150 }, (_, index) => ({ app_id: 100 * (index + 1) }));
const sweptBatch = {
  lease: { ...sweepKey, leaseToken: randomUUID() },
  observedAt: new Date(),
  observations: [],
  listings: sweptApps.map((app) => ({ ...app, ...fakeListing({ country: "us", locale: "en-US" }) })),
  identities: sweptApps.map((app) => ({ ...app, ...fakeIdentity(String(app.app_id)), facts: shown.facts })),
  missing: [],
  failed: [],
  textless: [],
};
const german = { country: "de", locale: "de-DE" };
const noListings = {
  platform: "ios",
  found: [],
  pages: [],
  shown: [],
  leadingLocale: null,
  notInStorefront: [],
} as const;

const statements: readonly { name: string; run: (db: Db) => Promise<unknown> }[] = [
  { name: "claiming a run for identity", run: (db) => claimRun(db, { platform: "ios", ...claim, phase: "identity" }) },
  { name: "claiming a run for listings", run: (db) => claimRun(db, { platform: "ios", ...claim, phase: "listings" }) },
  { name: "claiming a run for metrics", run: (db) => claimRun(db, { platform: "ios", ...claim, phase: "metrics" }) },
  {
    name: "claiming a run for reconciling",
    run: (db) => claimRun(db, { platform: "ios", ...claim, phase: "reconciling" }),
  },
  { name: "renewing a lease", run: (db) => renewLease(db, runUpdate) },
  {
    name: "starting a run",
    run: (db) =>
      insertRun(db, {
        appId: 7,
        runId: randomUUID(),
        purpose: "tracked",
        itemsPlanned: 151,
        queuedOn: utcDay(new Date()),
        coolsDownAt: new Date(),
        userId: 7,
        isDeferred: false,
        correlationId: "test",
      }),
  },
  {
    name: "importing fifty apps",
    run: (db) =>
      importApps(db, {
        publisher: { platform: "ios", externalId: "284910" },
        userId: 7,
        followedMax: 10_000,
        externalIds: Array.from({ length: 50 }, (_, index) => String(index + 1)),
        itemsPlanned: 151,
        now: new Date(),
        wholeSyncsMax: 50,
        correlationId: "test",
      }),
  },
  { name: "hurrying a run", run: (db) => promoteRun(db, { appId: 7, isDeferred: false }) },
  {
    name: "saving identity",
    run: (db) => saveIdentity(db, { ...batch, platform: "ios", identity, metrics: null, hasExpress: true }),
  },
  { name: "saving metrics", run: (db) => saveMetrics(db, { ...batch, stars: [], isRepair: false }) },
  { name: "saving repaired metrics", run: (db) => saveMetrics(db, { ...batch, stars: [], isRepair: true }) },
  {
    name: "saving stars",
    run: (db) =>
      saveMetrics(db, { ...batch, stars: [{ country_code: "us", stars: [1, 2, 3, 4, 5] }], isRepair: false }),
  },
  {
    name: "saving listings",
    run: (db) =>
      saveListings(db, { ...batch, ...noListings, shown: [{ ...shown, country_code: "us", locale: "en-US" }] }),
  },
  {
    name: "saving pages",
    run: (db) => saveListings(db, { ...batch, ...noListings, pages: [fakeListing(german)] }),
  },
  { name: "saving a batch of a sweep", run: (db) => saveSweepBatch(db, sweptBatch) },
  {
    name: "finishing a run",
    run: (db) =>
      finishRun(db, {
        runUpdate,
        observedAt: new Date(),
        extent: "whole",
        storefronts: ["us", "de"],
        metricsCountry: "zz",
        versionLocale: "en-US",
      }),
  },
  {
    name: "reading what waits",
    run: (db) =>
      readWaitingWork(db, {
        platform: "ios",
        buckets: JSON.stringify(bucketsOfPlatform(prod.stores, "ios")),
        isSwept: true,
        purposes: ["tracked", "on_demand"],
        lostAfterSeconds: 120,
        day: utcDay(new Date()),
      }),
  },
  {
    name: "marking runs as sent",
    run: (db) => markRunsSent(db, { runs: [{ appId: 7, runId: randomUUID(), sentSeconds: 120 }] }),
  },
];

describe.each(["force_custom_plan", "force_generic_plan"] as const)("with %s, the plan of", (mode) => {
  it.each(statements)("$name scans no growing table from end to end", async ({ run }) => {
    const plans = await explainWork(database().db, run, { mode });

    expect(plans).toHaveLength(1);
    const scanned = plans.flatMap(({ nodes }) => nodes.filter((node) => node["Node Type"] === "Seq Scan"));
    const growing = /^(apps|app_\w+|sync_\w+|listing_texts|tracked_apps|followed_apps)$/;
    expect(scanned.map((node) => node["Relation Name"]).filter((name) => growing.test(name ?? ""))).toEqual([]);
  });
});
