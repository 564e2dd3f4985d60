import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";

import { local } from "../../infra/aws/local-stages.ts";
import { seededRandom } from "../../infra/planning/simulation/random.ts";
import { byRun } from "../support/by-run.ts";
import { everywhere, fewCountries } from "../support/countries.ts";
import { type ClockedDatabase, type ClockedDb, createClockedDatabase, type TestDb } from "../support/database.ts";
import { createApp, createUser } from "../support/factories.ts";
import { createFakeStore, type FakeStore } from "../support/fake-store.ts";
import { createPipeline, type PipelineOverrides } from "../support/pipeline.ts";
import { DAY_MS, emptySweeps, HOUR_MS, sweepDay } from "../support/sweep-world.ts";

const DAYS = byRun({ usual: 3, nightly: 6 });
const APPS = byRun({ usual: 6, nightly: 10 });
const seeds = byRun({ usual: [Date.now() % 1_000_000], nightly: [1, Date.now() % 1_000_000] });

const midnight = new Date().setUTCHours(0, 0, 0, 0);
const externalIds = Array.from({ length: APPS }, (_, index) => String(70_001 + index));
const [soldOnce, leavesOne, leavesAll, ...others] = externalIds;

let byRuns: ClockedDatabase;
let bySweeps: ClockedDatabase;
beforeAll(async () => {
  [byRuns, bySweeps] = await Promise.all([createClockedDatabase(), createClockedDatabase()]);
});
afterAll(() => Promise.all([byRuns.drop(), bySweeps.drop()]));

/**
 * A store that shows something else each day. Two apps leave storefronts on the second day and are back on the third;
 * in each storefront but one two more are not sold, fewer than a store that fails would leave out.
 */
function createChangingStore(random: () => number) {
  const store = createFakeStore("ios");
  const versions = new Map<string, number>();
  const pick = <Value>(share: number, rare: Value, usual: Value) => (random() < share ? rare : usual);
  const anyApp = () => others[Math.floor(random() * others.length)];

  const soldIn = (country: string, day: number) => {
    const absent = new Set(country === "us" ? [] : [anyApp(), anyApp()]);
    if (day % 3 === 2) absent.add(leavesAll);
    if (day % 3 === 2 && country === "de") absent.add(leavesOne);
    if (country !== "jp") absent.add(soldOnce);
    return externalIds.filter((externalId) => !absent.has(externalId));
  };
  const release = (externalId: string, day: number) => {
    const version = (versions.get(externalId) ?? 1) + pick(0.3, 1, 0);
    versions.set(externalId, version);
    const releasedAt = new Date(midnight - (100 - version) * DAY_MS);
    const identity = { version: `${version}.0`, version_released_at: releasedAt.toISOString() };
    const listing = { title: `Title ${version}`, description: `Text ${pick(0.2, day, 0)}`, ...identity };
    return { identity, listing, file_size_bytes: 1_000 * version };
  };
  const measure = (day: number) => ({
    rating_count: 1_000 + pick(0.5, 10 * day, 0) + pick(0.2, 500, 0),
    rating: pick(0.2, 4, 4.5),
    price: pick(0.2, day, 0),
  });

  return {
    store,
    publish: (day: number) => {
      const releases = new Map(externalIds.map((externalId) => [externalId, release(externalId, day)]));
      for (const country of everywhere) {
        const sold = new Set(soldIn(country, day));
        for (const [externalId, { file_size_bytes, ...records }] of releases) {
          const app = { externalId, countries: [country] };
          if (sold.has(externalId)) store.sell({ ...app, ...records, metrics: { ...measure(day), file_size_bytes } });
          else store.withdraw(app);
        }
      }
    },
  };
}

/** The same followed apps in a database of their own. */
async function createFollowed(db: ClockedDb, store: FakeStore, settings: PipelineOverrides["settings"] = {}) {
  await emptySweeps(db);
  const { id: userId } = await createUser(db);
  const appIds: number[] = [];
  for (const externalId of externalIds) {
    const { id } = await createApp(db, { externalId });
    await db.execute(sql`INSERT INTO tracked_apps (user_id, app_id) VALUES (${userId}, ${id})`);
    appIds.push(id);
  }
  return {
    appIds,
    pipeline: createPipeline(db, store, { countries: fewCountries, settings }),
    setTime: (day: number, hour: number) => db.clock.moveTo(midnight + day * DAY_MS + hour * HOUR_MS),
  };
}

/** Reads everything of each app by itself. Each run looks again at the storefronts without it. */
async function createRuns(db: ClockedDb, store: FakeStore) {
  const { appIds, pipeline, setTime } = await createFollowed(db, store, {
    sweep: { schedule: "off" },
    sync: { availabilityRecheckDays: 1 },
    // No run waits for tokens, or the next one would come less than a day after its look.
    stores: local.stores,
  });
  return async (day: number) => {
    await setTime(day, 12);
    for (const id of appIds) await pipeline.start(id, "on_demand");
    await pipeline.drain();
  };
}

/** Reads by storefront, and then by the schedule's runs what a sweep has not read. */
async function createSweeps(db: ClockedDb, store: FakeStore) {
  const { pipeline, setTime } = await createFollowed(db, store);
  const runs = async () => {
    const { ios } = await pipeline.tick();
    expect(ios, "each app has its scheduled run").toBe(APPS);
    await pipeline.drain();
  };
  return async (day: number) => {
    await setTime(day, 2);
    await sweepDay(pipeline);
    await setTime(day, 13);
    await runs();
  };
}

/**
 * What is stored at the end of each day, but for stars and times. A run that finds its app in no storefront covers no
 * day, a sweep does. The first run knows no other app that could prove an absence, and discovers some on a chart.
 */
async function dump(db: TestDb): Promise<Readonly<Record<string, unknown>>> {
  const measures = sql`m.is_available, m.rating, m.rating_count, m.price, m.currency,
    m.installs_range, m.file_size_bytes`;
  const [row] = await db.execute(sql`
    WITH points AS (
      SELECT DISTINCT ON (a.external_id, m.country_code, day) a.external_id, m.country_code, day,
        jsonb_build_array(${measures}) AS measured
      FROM app_metric_changes m JOIN apps a ON a.id = m.app_id, LATERAL (
        SELECT (m.valid_from AT TIME ZONE 'UTC')::date AS day) d
      ORDER BY a.external_id, m.country_code, day, m.valid_from DESC),
    changes AS (
      SELECT p.*, measured IS DISTINCT FROM lag(measured) OVER (PARTITION BY external_id, country_code ORDER BY day)
        AS differs FROM points p),
    newest AS (
      SELECT DISTINCT ON (l.app_id, l.locale) a.external_id, l.locale,
        CASE WHEN l.is_present THEN jsonb_build_array(l.title, t.body) END AS texts
      FROM app_store_listings l JOIN apps a ON a.id = l.app_id
      LEFT JOIN listing_texts t ON t.sha256 = l.description_sha256
      ORDER BY l.app_id, l.locale, l.valid_from DESC)
    SELECT jsonb_build_object(
      'metrics', (SELECT jsonb_object_agg(a.external_id || ' ' || m.country_code, jsonb_build_array(${measures}))
        FROM app_metrics m JOIN apps a ON a.id = m.app_id),
      'changes', (SELECT jsonb_object_agg(external_id || ' ' || country_code || ' ' || day, measured)
        FROM changes WHERE differs),
      'coverage', (SELECT jsonb_object_agg(a.external_id || ' ' || c.day, c.missing_country_codes)
        FROM app_metric_coverage c JOIN apps a ON a.id = c.app_id WHERE a.external_id <> ${leavesAll ?? ""}),
      'apps', (SELECT jsonb_object_agg(a.external_id, jsonb_build_array(a.is_available, a.unavailable_countries, a.name,
          v.version, v.released_at)) FROM apps a LEFT JOIN app_versions v ON v.id = a.current_version_id
        WHERE a.discovered_from IS DISTINCT FROM 'on_trending'),
      'listings', (SELECT jsonb_object_agg(external_id || ' ' || locale, texts) FROM newest)) AS dump`);
  return z.record(z.string(), z.unknown()).parse(row?.dump);
}

describe("sweeps and what runs add to them", () => {
  it.each(seeds)("save what runs save where sweeps are off, day after day (seed %i)", async (seed) => {
    console.log(`Changes of the store drawn from seed ${seed}.`);
    const { store, publish } = createChangingStore(seededRandom(seed));
    const readByRuns = await createRuns(byRuns.db, store);
    const readBySweeps = await createSweeps(bySweeps.db, store);

    for (let day = 1; day <= DAYS; day += 1) {
      publish(day);
      await Promise.all([readByRuns(day), readBySweeps(day)]);
      const [{ listings, ...stored }, { listings: expectedListings, ...expected }] = [
        await dump(bySweeps.db),
        await dump(byRuns.db),
      ];
      expect(stored, `day ${day}`).toEqual(expected);
      expect(listings, `day ${day}`).toEqual(expectedListings);
    }
  });
});
