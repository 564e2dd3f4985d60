import { asc, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { planPublishers } from "../../db/queries/events/publisher-plan.ts";
import { saveFirstPage } from "../../db/queries/events/watched-publishers.ts";
import { apps, publishers } from "../../db/schema/apps.ts";
import { events } from "../../db/schema/events.ts";
import { publisherSlots, watchedPublishers } from "../../db/schema/publishers.ts";
import { platformPauses, storeBudgets } from "../../db/schema/stores.ts";
import { trackedApps } from "../../db/schema/tracking.ts";
import type { Db } from "../../db/statement.ts";
import { TOKENS_NEEDED } from "../../lib/domain/call-limits.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { pausePlatform } from "../../lib/operations/pause-platform.ts";
import type { PublisherApp } from "../../lib/stores/records.ts";
import { createChartPipeline, emptyCharts } from "../support/chart-pipeline.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createApp, createPublisher, createUser, type Publisher } from "../support/factories.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { fakeHit, storeFailure } from "../support/fake-store-records.ts";
import { createCompetitor, createTracked } from "../support/followed-apps.ts";

const database = useClockedDatabase();

const START = new Date("2026-05-10T08:00:00Z");
const HOUR = 3_600;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

const killed = new Error("killed");

const message = (platform: Platform) => ({ v: 1, kind: "publisher", platform, correlationId: "test" }) as const;

/** A store whose publishers a user may track. The clock stands at the start until a test moves it. */
async function createWorld(platform: Platform = "ios") {
  const { db } = database();
  await emptyCharts(db, START);
  await db.delete(watchedPublishers);
  await db.delete(platformPauses);
  await db.update(publisherSlots).set({
    ...{ nextPlannedAt: sql`now()`, readDay: "-infinity", reads: 0, blockedUntil: null },
  });
  const user = await createUser(db);
  const store = createFakeStore(platform);
  store.emptyCharts();
  let dies = false;
  const run: Db["run"] = (statement) => {
    return dies && statement.name === "save_first_page" ? Promise.reject(killed) : db.run(statement);
  };
  const pipeline = createChartPipeline(db, store, { db: { ...db, run } });

  const looked = () => store.calls.filter(({ operation }) => operation === "fetchPublisherApps");
  return {
    ...{ db, user, store, pipeline, platform, looked },
    subjects: () => looked().map(({ subject }) => subject),
    /** Kills consumers before they save a page, or no longer. */
    killBeforeSaving: (isOn: boolean) => {
      dies = isOn;
    },
    /** A publisher with an app that the user tracks. */
    async watch(of: { readonly country?: string } = {}): Promise<Publisher> {
      const publisher = await createPublisher(db, { platform });
      const app = { platform, publisherId: publisher.id, originCountryCode: of.country ?? "us" };
      await createTracked(db, user.id, app);
      return publisher;
    },
    /** Makes the first page of a publisher show these apps from now on. */
    shows(publisher: Publisher, ids: readonly string[], country = "us"): void {
      store.scriptPublisherApps(publisher.externalId, country, { found: ids.map((id) => listed(publisher, id)) });
    },
    read: () => pipeline.deliver(message(platform)),
    /** Lets this many seconds pass, and delivers what a tick then sends. */
    async pass(seconds: number): Promise<readonly string[]> {
      await db.clock.moveTo(db.clock.ms() + seconds * 1_000);
      return tick();
    },
    tick,
  };

  async function tick(): Promise<readonly string[]> {
    await pipeline.resend();
    const sent = pipeline.publishers.splice(0).filter(({ queue }) => queue === platform);
    const outcomes: string[] = [];
    for (const one of sent) outcomes.push(await pipeline.deliver(one.message));
    return outcomes;
  }
}

function listed({ externalId, name }: Publisher, id: string): PublisherApp {
  const publisher = { publisher_external_id: externalId, publisher_name: name };
  return { ...fakeHit(id, { name: `App ${id}`, ...publisher }), rating: null, rating_count: null };
}

async function added(): Promise<readonly (string | null)[]> {
  const rows = await database()
    .db.select({ externalId: apps.externalId })
    .from(events)
    .innerJoin(apps, eq(apps.id, events.appId))
    .where(eq(events.type, "publisher.app_added"))
    .orderBy(asc(events.id));
  return rows.map(({ externalId }) => externalId);
}

async function watched() {
  const rows = await database()
    .db.select()
    .from(watchedPublishers)
    .innerJoin(publishers, eq(publishers.id, watchedPublishers.publisherId))
    .orderBy(asc(publishers.id));
  return rows.map(({ watched_publishers: row, publishers: { externalId } }) => ({ externalId, ...row }));
}

describe("[EVT-9] the publishers that are read", () => {
  it("are those of tracked apps, each once, and not those of competitors", async () => {
    const { db, user, platform, watch, tick, subjects } = await createWorld();
    const publisher = await watch();
    await createTracked(db, user.id, { platform, publisherId: publisher.id });
    const parent = await createTracked(db, user.id, { platform });
    await createCompetitor(db, user.id, parent, { platform, publisherId: (await createPublisher(db)).id });

    expect(await tick()).toEqual(["unread"]);

    expect(subjects()).toEqual([publisher.externalId]);
  });

  it("are read once a week", async () => {
    const { watch, shows, tick, pass, subjects } = await createWorld();
    const publisher = await watch();
    shows(publisher, ["1"]);
    expect(await tick()).toEqual(["read"]);

    expect(await pass(WEEK - 60)).toEqual([]);
    expect(await pass(60)).toEqual(["read"]);

    expect(subjects()).toEqual([publisher.externalId, publisher.externalId]);
  });

  it("are found within an hour, and are left when nobody tracks an app of theirs any longer", async () => {
    const { db, watch, tick, pass } = await createWorld();
    await tick();
    const publisher = await watch();
    expect(await tick()).toEqual([]);
    expect(await pass(HOUR)).toEqual(["unread"]);
    expect(await watched()).toMatchObject([{ publisherId: publisher.id }]);

    await db.delete(trackedApps);
    await pass(HOUR);

    expect(await watched()).toEqual([]);
  });

  it("are read in the storefront that most of their tracked apps have as their own, on one page alone", async () => {
    const { db, user, platform, watch, tick, looked } = await createWorld("android");
    const publisher = await watch({ country: "us" });
    const own = { platform, publisherId: publisher.id, originCountryCode: "de" };
    for (let count = 0; count < 2; count += 1) await createTracked(db, user.id, own);

    await tick();

    expect(looked()).toMatchObject([{ subject: publisher.externalId, countries: ["de"], pages: "first" }]);
  });

  it("[EVT-10] are at most 200 a store and UTC day", async () => {
    const { db, watch, tick, pass, looked } = await createWorld();
    for (let count = 0; count < 3; count += 1) await watch();
    await db.update(publisherSlots).set({ readDay: "2026-05-10", reads: 198 });

    expect(await tick()).toEqual(["unread", "unread", "none_due"]);

    expect(looked()).toHaveLength(2);
    expect(await pass(16 * HOUR - 1)).toEqual([]);
    expect(await pass(1)).toEqual(["unread"]);
    expect(await db.select().from(publisherSlots).where(eq(publisherSlots.platform, "ios"))).toMatchObject([
      { readDay: "2026-05-11", reads: 1 },
    ]);
  });

  it("[EVT-10] are at most 200 a day also when several consumers read at once", async () => {
    const { db, watch, read, looked } = await createWorld();
    for (let count = 0; count < 8; count += 1) await watch();
    await planPublishers(db, { platform: "ios" });
    await db.update(publisherSlots).set({ readDay: "2026-05-10", reads: 195 });

    const outcomes = await Promise.all(Array.from({ length: 8 }, read));

    expect(outcomes.filter((outcome) => outcome === "unread")).toHaveLength(5);
    expect(new Set(looked().map(({ subject }) => subject)).size).toBe(5);
  });

  it("are first those that have been due longest", async () => {
    const { db, watch, read, subjects } = await createWorld();
    const [first, second, third] = [await watch(), await watch(), await watch()];
    await planPublishers(db, { platform: "ios" });
    const dueDaysAgo = async ({ id: publisherId }: Publisher, days: number) =>
      db
        .update(watchedPublishers)
        .set({ dueAt: sql`now() - make_interval(days => ${days})` })
        .where(eq(watchedPublishers.publisherId, publisherId));
    await dueDaysAgo(first, 1);
    await dueDaysAgo(second, 3);
    await dueDaysAgo(third, 2);

    for (let count = 0; count < 3; count += 1) await read();

    expect(subjects()).toEqual([second, third, first].map(({ externalId }) => externalId));
  });

  it("wait for the tokens that nothing more important wants, and keep their place and the day's reads", async () => {
    const { db, watch, shows, tick, looked } = await createWorld();
    shows(await watch(), ["1"]);
    await db.insert(storeBudgets).values({
      ...{ bucket: "itunes_lookup", tokens: TOKENS_NEEDED.publisher - 1, refilledAt: db.clock.now() },
    });

    expect(await tick()).toEqual(["postponed"]);

    expect(looked()).toEqual([]);
    expect(await watched()).toMatchObject([{ dueAt: START, readToken: null }]);
    expect(await db.select().from(publisherSlots).where(eq(publisherSlots.platform, "ios"))).toMatchObject([
      { reads: 0 },
    ]);
    await db.update(storeBudgets).set({ tokens: TOKENS_NEEDED.publisher });
    expect(await tick()).toEqual(["read"]);
  });

  it("are not requested while the store's budget is used up for longer than until the next tick", async () => {
    const { db, watch, shows, tick, pass, looked } = await createWorld();
    shows(await watch(), ["1"]);
    await db.insert(storeBudgets).values({
      ...{ bucket: "itunes_lookup", tokens: -200, refilledAt: db.clock.now() },
    });

    expect(await tick()).toEqual([]);

    expect(looked()).toEqual([]);
    expect(await pass(HOUR)).toEqual(["read"]);
  });

  it("wait while an operator has paused the store or blocked their reads", async () => {
    const { db, watch, tick } = await createWorld();
    await watch();
    await db.update(publisherSlots).set({ blockedUntil: sql`'infinity'::timestamptz` });
    expect(await tick()).toEqual([]);
    await db.update(publisherSlots).set({ blockedUntil: null });
    await pausePlatform({ db }, { platform: "ios", reason: "a test" });
    expect(await tick()).toEqual([]);

    await db.delete(platformPauses);

    expect(await tick()).toEqual(["unread"]);
  });
});

describe("[EVT-9] publisher.app_added", () => {
  it("is not written at the first read of a publisher, whose apps become known", async () => {
    const { db, watch, shows, tick } = await createWorld();
    const publisher = await watch();
    shows(publisher, ["1", "2"]);

    expect(await tick()).toEqual(["read"]);

    expect(await added()).toEqual([]);
    const known = await db.select().from(apps).where(eq(apps.externalId, "2"));
    expect(known).toMatchObject([
      { name: "App 2", publisherId: publisher.id, discoveredFrom: "on_publisher_apps", originCountryCode: "us" },
    ]);
  });

  it("is one event for each app that later reads show for the first time", async () => {
    const { db, watch, shows, tick, pass } = await createWorld();
    const publisher = await watch();
    shows(publisher, ["1"]);
    await tick();

    shows(publisher, ["3", "1", "2"]);
    expect(await pass(WEEK)).toEqual(["read"]);
    expect(await pass(WEEK)).toEqual(["read"]);

    expect(await added()).toEqual(["3", "2"]);
    const [first] = await db.select().from(events).where(eq(events.type, "publisher.app_added"));
    expect(first).toMatchObject({
      ...{ publisherId: publisher.id, field: null, weight: 0.5 },
      data: { publisher: { id: publisher.id, external_id: publisher.externalId, name: publisher.name } },
      ...{ beganAt: new Date(START.getTime() + WEEK * 1_000), occurredAt: new Date(START.getTime() + WEEK * 1_000) },
    });
  });

  it("is not written for an app that has left the first page and comes back", async () => {
    const { watch, shows, tick, pass } = await createWorld();
    const publisher = await watch();
    for (const ids of [["1", "2"], ["1"], ["1", "2"]]) {
      shows(publisher, ids);
      await tick();
      await pass(WEEK);
    }

    expect(await added()).toEqual([]);
  });

  it("is written for an app that a chart or a search has found since the last read", async () => {
    const { db, platform, watch, shows, tick, pass } = await createWorld();
    const publisher = await watch();
    shows(publisher, ["1"]);
    await tick();
    const discoveredAt = new Date(START.getTime() + DAY * 1_000);
    await createApp(db, { platform, externalId: "2", publisherId: publisher.id, discoveredAt });

    shows(publisher, ["1", "2"]);
    await pass(WEEK);

    expect(await added()).toEqual(["2"]);
  });

  it("is written for a known app of another publisher, and not for one that was known as the publisher's", async () => {
    const { db, platform, watch, shows, tick, pass } = await createWorld();
    const publisher = await watch();
    const discoveredAt = new Date(START.getTime() - DAY * 1_000);
    await createApp(db, { platform, externalId: "2", publisherId: publisher.id, discoveredAt });
    await createApp(db, { platform, externalId: "3", discoveredAt });
    shows(publisher, ["1"]);
    await tick();

    shows(publisher, ["1", "2", "3"]);
    await pass(WEEK);

    expect(await added()).toEqual(["3"]);
  });

  it("is not written when the publisher is read in another storefront than before", async () => {
    const { db, user, platform, watch, shows, tick, pass } = await createWorld();
    const publisher = await watch({ country: "us" });
    shows(publisher, ["1"], "us");
    shows(publisher, ["1", "2"], "jp");
    await tick();
    await db.delete(trackedApps);
    await createTracked(db, user.id, { platform, publisherId: publisher.id, originCountryCode: "jp" });
    expect(await pass(WEEK)).toEqual(["read"]);
    expect(await watched()).toMatchObject([{ countryCode: "jp" }]);

    shows(publisher, ["1", "2", "3"], "jp");
    await pass(WEEK);

    expect(await added()).toEqual(["3"]);
  });

  it("keeps the storefront while a tracked app has it, whatever others have", async () => {
    const { db, user, platform, watch, shows, tick, pass } = await createWorld();
    const publisher = await watch({ country: "us" });
    shows(publisher, ["1"], "us");
    await tick();
    const own = { platform, publisherId: publisher.id, originCountryCode: "jp" };
    for (let count = 0; count < 2; count += 1) await createTracked(db, user.id, own);

    await pass(WEEK);

    expect(await watched()).toMatchObject([{ countryCode: "us" }]);
  });
});

describe("[EVT-9] a read that fails", () => {
  it.each([
    ["an error", storeFailure("http_5xx")],
    ["no such publisher", "empty_response"],
    ["an empty page", { found: [] }],
  ] as const)("changes nothing but the time of the next one, a day later: %s", async (_title, response) => {
    const { store, watch, shows, tick, pass, looked } = await createWorld();
    const publisher = await watch();
    shows(publisher, ["1"]);
    await tick();
    const [before] = await watched();
    store.scriptPublisherApps(publisher.externalId, "us", response);

    expect(await pass(WEEK)).toEqual(["unread"]);

    const [after] = await watched();
    expect([after?.readAt, after?.shownAppIds]).toEqual([before?.readAt, before?.shownAppIds]);
    expect(await pass(DAY - 60)).toEqual([]);
    shows(publisher, ["1", "2"]);
    expect(await pass(60)).toEqual(["read"]);
    expect(await added()).toEqual(["2"]);
    expect(looked()).toHaveLength(3);
  });

  it("is not repeated at once", async () => {
    const { watch, store, tick, looked } = await createWorld();
    const publisher = await watch();
    store.scriptPublisherApps(publisher.externalId, "us", storeFailure("timeout"));

    expect(await tick()).toEqual(["unread"]);

    expect(looked()).toHaveLength(1);
    expect(await looked()[0]?.context.budget?.({ itunes_lookup: 1 })).toBe(Number.POSITIVE_INFINITY);
  });

  it("neither loses nor repeats an event when it is killed before it has saved", async () => {
    const { watch, shows, killBeforeSaving, tick, pass, read } = await createWorld();
    const publisher = await watch();
    shows(publisher, ["1"]);
    await tick();
    shows(publisher, ["1", "2"]);
    killBeforeSaving(true);
    await expect(pass(WEEK)).rejects.toBe(killed);
    killBeforeSaving(false);
    expect([await read(), await added()]).toEqual(["none_due", []]);

    expect(await pass(DAY)).toEqual(["read"]);

    expect([await read(), await added()]).toEqual(["none_due", ["2"]]);
  });

  it("saves nothing after another read has begun or ended", async () => {
    const { db, platform, watch, shows, tick } = await createWorld();
    const publisher = await watch();
    shows(publisher, ["1"]);
    await tick();
    const before = await watched();

    const saved = await saveFirstPage(db, {
      ...{ platform, id: publisher.id, countryCode: "us", at: db.clock.now() },
      readToken: "00000000-0000-4000-8000-000000000000",
      apps: [{ ...listed(publisher, "2") }],
      event: { weight: 0.5, data: {} },
    });

    expect(saved).toEqual({ is_saved: false, added: 0 });
    expect(await watched()).toEqual(before);
    expect(await db.select().from(apps).where(eq(apps.externalId, "2"))).toEqual([]);
  });
});
