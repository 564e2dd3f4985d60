import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { TOKENS_NEEDED } from "../../lib/domain/call-limits.ts";
import { everywhere } from "../support/countries.ts";
import { type TestDb, useClockedDatabase } from "../support/database.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { nonEmpty } from "../support/non-empty.ts";
import type { Pipeline } from "../support/pipeline.ts";
import { countRowVersions } from "../support/stored.ts";
import {
  createSweepWorld,
  DAY_MS,
  HOUR_MS,
  leaveTokens,
  metricsIn,
  requestsPaid,
  takeBatch,
  tickSweep,
} from "../support/sweep-world.ts";

const database = useClockedDatabase();

/** Sends the day's batches, and delivers that of one storefront. */
async function fetchIn(pipeline: Pipeline, country: string) {
  await tickSweep(pipeline);
  const message = takeBatch(pipeline, country);
  return { message, outcome: await pipeline.deliver(message) };
}

async function batchIn(db: TestDb, country: string) {
  const [row] =
    await db.execute(sql`SELECT outcome, to_jsonb(missing_app_ids) AS missing, to_jsonb(failed_app_ids) AS failed,
    attempts::int, lease_until FROM sweep_batches WHERE country_code = ${country} ORDER BY day DESC LIMIT 1`);
  return row;
}

const letDayPass = ({ clock }: Pipeline) => clock.moveTo(clock.ms() + DAY_MS);

describe("a batch of a sweep", () => {
  it("saves the metrics of all its apps in the storefront by one request", async () => {
    const { db, store, apps, pipeline } = await createSweepWorld(database().db);

    const { outcome } = await fetchIn(pipeline, "de");

    expect(outcome).toBe("stored");
    for (const app of nonEmpty(apps))
      expect(await metricsIn(db, app, "de")).toMatchObject({ is_available: true, stars: null });
    expect(store.calls).toEqual([
      expect.objectContaining({
        operation: "fetchStorefrontApps",
        subject: apps.map(({ externalId }) => externalId).join(","),
        countries: ["de"],
      }),
    ]);
  });

  it("writes nothing of an app that has not changed", async () => {
    const { db, pipeline } = await createSweepWorld(database().db);
    await fetchIn(pipeline, "de");
    const before = await countRowVersions(db);
    await letDayPass(pipeline);

    await fetchIn(pipeline, "de");

    expect(await countRowVersions(db)).toEqual(before);
  });

  it("keeps the stars that a page has shown", async () => {
    const { db, store, apps, pipeline } = await createSweepWorld(database().db, { apps: 1 });
    await fetchIn(pipeline, "de");
    await db.execute(sql`UPDATE app_metrics SET stars = '{1,2,3,4,5}'`);
    await letDayPass(pipeline);
    for (const { externalId } of apps) {
      store.sell({ externalId, countries: everywhere, metrics: { rating_count: 777 } });
    }

    await fetchIn(pipeline, "de");

    for (const app of nonEmpty(apps)) {
      expect(await metricsIn(db, app, "de")).toMatchObject({ rating_count: 777, stars: [1, 2, 3, 4, 5] });
    }
  });

  it("takes an app that was unavailable before for unavailable still", async () => {
    const { db, store, apps, pipeline } = await createSweepWorld(database().db);
    const [gone] = apps;
    if (gone === undefined) throw new Error("No app is followed.");
    await db.execute(sql`INSERT INTO app_metrics (app_id, country_code, is_available, observed_at)
      VALUES (${gone.id}, 'de', false, now() - interval '3 days')`);
    store.scriptStorefrontApp(gone.externalId, "de", "missing");

    await fetchIn(pipeline, "de");

    expect(await batchIn(db, "de")).toMatchObject({ outcome: "stored", missing: [] });
    expect(await metricsIn(db, gone, "de")).toMatchObject({ is_available: false });
  });

  it.each([
    {
      recheckDays: 7,
      isRequested: true,
      name: "observes an app that the storefront did not have, as all of its shard",
    },
    {
      recheckDays: 0,
      isRequested: false,
      name: "does not request an app that the storefront does not have when nobody looks again",
    },
  ])("[SYN-11] $name", async ({ recheckDays: availabilityRecheckDays, isRequested }) => {
    const settings = { sync: { availabilityRecheckDays } };
    const { db, store, apps, pipeline } = await createSweepWorld(database().db, { settings });
    const [gone, ...others] = apps;
    if (gone === undefined) throw new Error("No app is followed.");
    await db.execute(sql`INSERT INTO app_metrics (app_id, country_code, is_available, observed_at)
      VALUES (${gone.id}, 'de', false, now() - interval '3 days')`);

    await fetchIn(pipeline, "de");

    const requested = isRequested ? apps : others;
    expect(store.calls.map(({ subject }) => subject)).toEqual([
      requested.map(({ externalId }) => externalId).join(","),
    ]);
  });

  it.each([
    { days: 6, lost: [], renewals: 0, name: "does not renew the time of an absence of six days" },
    {
      days: 8,
      lost: [],
      renewals: 1,
      name: "renews the time of an absence of eight days, as no sync then looks again",
    },
    { days: 8, lost: ["de"], renewals: 0, name: "renews no absence in a storefront that finds no app at all" },
  ])("$name", async ({ days, lost, renewals }) => {
    const { db, store, apps, pipeline } = await createSweepWorld(database().db, { apps: 1 });
    const [gone] = apps;
    if (gone === undefined) throw new Error("No app is followed.");
    await db.execute(sql`INSERT INTO app_metrics (app_id, country_code, is_available, observed_at)
      VALUES (${gone.id}, 'de', false, now() - make_interval(days => ${days}))`);
    store.scriptStorefrontApp(gone.externalId, "de", "missing");
    store.loseApps(...lost);

    await fetchIn(pipeline, "de");

    const renewed = sql`SELECT 1 FROM app_metrics
      WHERE app_id = ${gone.id} AND observed_at > now() - interval '1 day'`;
    expect(await db.execute(renewed)).toHaveLength(renewals);
    expect(await db.execute(sql`SELECT 1 FROM app_metric_changes WHERE app_id = ${gone.id}`)).toEqual([]);
  });

  it("makes an app available that is back in a storefront", async () => {
    const { db, apps, pipeline } = await createSweepWorld(database().db, { apps: 1 });
    for (const { id } of apps) {
      await db.execute(sql`INSERT INTO app_metrics (app_id, country_code, is_available, observed_at)
        VALUES (${id}, 'de', false, now() - interval '3 days')`);
    }

    await fetchIn(pipeline, "de");

    for (const app of nonEmpty(apps)) expect(await metricsIn(db, app, "de")).toMatchObject({ is_available: true });
  });

  it("saves the others when one app fails", async () => {
    const { db, store, apps, pipeline } = await createSweepWorld(database().db);
    const [broken, other] = apps;
    if (broken === undefined || other === undefined) throw new Error("Too few apps are followed.");
    store.scriptStorefrontApp(broken.externalId, "de", storeFailure("invalid_response"));

    await fetchIn(pipeline, "de");

    expect(await batchIn(db, "de")).toMatchObject({ outcome: "stored", failed: [broken.id], missing: [] });
    expect(await metricsIn(db, broken, "de")).toBeUndefined();
    expect(await metricsIn(db, other, "de")).toMatchObject({ is_available: true });
  });

  it("fails, and changes nothing, when the store leaves out a fifth of the apps that it had", async () => {
    const { db, store, apps, pipeline } = await createSweepWorld(database().db, { apps: 20 });
    await fetchIn(pipeline, "de");
    await letDayPass(pipeline);
    for (const { externalId } of apps.slice(0, 6)) store.scriptStorefrontApp(externalId, "de", "missing");
    const before = await countRowVersions(db);

    const { outcome } = await fetchIn(pipeline, "de");

    expect(outcome).toBe("retrying");
    expect(await batchIn(db, "de")).toMatchObject({ outcome: null, missing: [], attempts: 1 });
    expect(await countRowVersions(db)).toEqual(before);
    expect(pipeline.measured).toContainEqual(["SweepMassMisses", 1, { platform: "ios" }]);
  });

  it("is tried three times when the store fails, and then counts as failed", async () => {
    const { db, store, pipeline } = await createSweepWorld(database().db);
    store.scriptStorefront("de", storeFailure("http_5xx", { status: 503 }));
    const outcomes: string[] = [];

    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const { outcome } = await fetchIn(pipeline, "de");
      outcomes.push(outcome);
      await pipeline.clock.moveTo(pipeline.clock.ms() + HOUR_MS);
    }

    expect(outcomes).toEqual(["retrying", "retrying", "failed"]);
    expect(await batchIn(db, "de")).toMatchObject({ outcome: "failed", attempts: 3, lease_until: null });
  });

  it("is fetched once, however often its message is delivered", async () => {
    const { store, pipeline } = await createSweepWorld(database().db);
    const { message } = await fetchIn(pipeline, "de");

    expect(await pipeline.deliver(message)).toBe("not_claimed");

    expect(store.calls).toHaveLength(1);
  });

  it("pays for the requests that a failing app costs beyond the first", async () => {
    const { db, store, pipeline } = await createSweepWorld(database().db);
    store.scriptStorefront("de", { requestsMade: 5 });

    await fetchIn(pipeline, "de");

    expect(await requestsPaid(db, "itunes_lookup")).toBe(5);
  });

  it("waits in its row for the budget of the store, and no message comes before there are tokens", async () => {
    const { db, store, pipeline } = await createSweepWorld(database().db);
    await tickSweep(pipeline);
    const message = takeBatch(pipeline, "de");
    // Somebody takes the tokens for which it was sent.
    await leaveTokens(db, "itunes_lookup", 0);

    expect(await pipeline.deliver(message)).toBe("postponed");
    expect(pipeline.sentSweeps).toEqual([]);
    expect(store.calls).toEqual([]);
    expect(await batchIn(db, "de")).toMatchObject({ outcome: null, attempts: 0 });

    await pipeline.advance(TOKENS_NEEDED.sweep / (8 / 60) + 1);
    await tickSweep(pipeline);
    expect((await pipeline.deliverSweeps())[0]).toBe("stored");
    expect(await batchIn(db, "de")).toMatchObject({ outcome: "stored", attempts: 1 });
  });

  it("keeps its place when it returns to its row, so that the shards end one after the other", async () => {
    const world = { apps: 8, settings: { sweep: { appsPerRequest: 1 } } };
    const { db, pipeline } = await createSweepWorld(database().db, world);
    await tickSweep(pipeline);
    const [first] = pipeline.sentSweeps.splice(0);
    if (first === undefined) throw new Error("No batch was sent.");
    await leaveTokens(db, "itunes_lookup", 0);
    expect(await pipeline.deliver(first.message)).toBe("postponed");
    pipeline.sentSweeps.splice(0);

    // By now all batches of the day are overdue.
    await pipeline.advance(HOUR_MS / 1_000);
    await tickSweep(pipeline);
    const { correlationId: _, ...key } = first.message;
    const sent = pipeline.sentSweeps.map(({ message }) => message);
    expect(sent).toContainEqual(expect.objectContaining(key));
  });
});
