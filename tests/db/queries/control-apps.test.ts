import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { findControlApps } from "../../../db/queries/runs/control-apps.ts";
import { findControlCheck, recordControls } from "../../../db/queries/sweeps/storefront-controls.ts";
import { storefrontControls } from "../../../db/schema/controls.ts";
import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import { useClockedDatabase } from "../../support/database.ts";
import { emptyTables } from "../../support/empty-tables.ts";
import { createApp, createUser } from "../../support/factories.ts";
import { DAY_MS, emptySweeps } from "../../support/sweep-world.ts";

const database = useClockedDatabase();

/** An empty database at noon, and functions that write and read what is known of Japan. */
async function createWorld(platform: Platform = "ios") {
  const { db } = database();
  await emptySweeps(db);
  await emptyTables(db, storefrontControls);
  const { id: userId } = await createUser(db);
  const japan = { platform, countryCode: "jp" };
  const at = (daysAgo: number) => new Date(db.clock.ms() - daysAgo * DAY_MS).toISOString();
  const createFollowed = async ({ readDaysAgo }: { readonly readDaysAgo: number }) => {
    const { id } = await createApp(db, { platform });
    await db.execute(sql`INSERT INTO tracked_apps (user_id, app_id) VALUES (${userId}, ${id})`);
    await readAgain(id, { daysAgo: readDaysAgo });
    return id;
  };
  const readAgain = (id: number, { daysAgo }: { readonly daysAgo: number }) =>
    db.execute(sql`INSERT INTO app_metrics (app_id, country_code, is_available, rating_count, observed_at)
      VALUES (${id}, 'jp', true, 1, ${at(daysAgo)})
      ON CONFLICT (app_id, country_code) DO UPDATE SET observed_at = excluded.observed_at`);
  /** A stored chart of all categories, with the ids of its apps by rank. */
  const createChart = async ({ daysAgo, count }: { readonly daysAgo: number; readonly count: number }) => {
    const charted: number[] = [];
    for (let rank = 1; rank <= count; rank += 1) charted.push((await createApp(db, { platform })).id);
    await db.execute(sql`
      INSERT INTO chart_days (fetched_at, category_id, chart_date, platform, collection, country_code, app_ids, prices,
        currencies)
      SELECT ${at(daysAgo)}, id, (${at(daysAgo)}::timestamptz AT TIME ZONE 'UTC')::date, ${platform}, 'top_paid', 'jp',
        ${`{${charted.join()}}`}::int[], '{1}', '{JPY}'
      FROM store_categories WHERE platform = ${platform} AND external_id IS NULL AND type = 'app'`);
    return charted;
  };
  return {
    db,
    createFollowed,
    createChart,
    readAgain,
    find: async (except: readonly number[] = []) =>
      (await findControlApps(db, { ...japan, except, now: db.clock.now() })).map(({ app_id }) => app_id),
    record: (lastCheck: { readonly found?: readonly number[]; readonly missed?: readonly number[] }) =>
      recordControls(db, { found: [], missed: [], ...lastCheck, ...japan, now: db.clock.now() }),
    lastCheck: () => findControlCheck(db, { ...japan, now: db.clock.now() }),
    pass: (ms: number) => db.clock.moveTo(db.clock.ms() + ms),
  };
}

describe.each(platforms)("the controls of a storefront of %s", (platform) => {
  it("are three at most: followed apps that were read there, then apps of a stored chart by rank", async () => {
    const { createFollowed, createChart, find } = await createWorld(platform);
    const followed = await createFollowed({ readDaysAgo: 2 });
    const [first, second] = await createChart({ daysAgo: 1, count: 5 });

    expect(await find()).toEqual([followed, first, second]);
  });

  it("are not the app in question, nor apps that were last seen there more than three days ago", async () => {
    const { createFollowed, createChart, find } = await createWorld(platform);
    const asked = await createFollowed({ readDaysAgo: 1 });
    await createFollowed({ readDaysAgo: 4.6 });
    await createChart({ daysAgo: 4.6, count: 2 });

    expect(await find([asked])).toEqual([]);
  });

  it("are not apps that were missed, until they are found or read there again", async () => {
    const { createFollowed, find, readAgain, record, pass } = await createWorld(platform);
    const followed = await createFollowed({ readDaysAgo: 1 });
    await record({ missed: [followed] });
    expect(await find()).toEqual([]);

    await pass(60_000);
    await record({ found: [followed] });
    expect(await find()).toEqual([followed]);

    await pass(60_000);
    await record({ missed: [followed] });
    expect(await find()).toEqual([]);

    await pass(60_000);
    await readAgain(followed, { daysAgo: 0 });
    expect(await find()).toEqual([followed]);
  });

  it("are not apps of a chart that were missed, until a later chart lists them", async () => {
    const { db, createChart, find, record } = await createWorld(platform);
    const [first, second] = await createChart({ daysAgo: 1, count: 2 });
    await record({ missed: first === undefined ? [] : [first] });
    expect(await find()).toEqual([second]);

    await db.execute(sql`UPDATE chart_days SET fetched_at = now() + interval '1 minute'`);

    expect(await find()).toEqual([first, second]);
  });
});

describe("a lastCheck at the controls of a storefront", () => {
  async function createTwo() {
    const world = await createWorld();
    return { ...world, ids: [(await createApp(world.db)).id, (await createApp(world.db)).id] };
  }

  it.each([
    { controls: "one was found", foundCount: 1, wasFound: true },
    { controls: "all were missed", foundCount: 0, wasFound: false },
  ])("decides for a minute whether the storefront responds: $controls", async ({ foundCount, wasFound }) => {
    const { record, lastCheck, pass, ids } = await createTwo();
    expect(await lastCheck()).toBeUndefined();
    await record({ found: ids.slice(0, foundCount), missed: ids.slice(foundCount) });
    await pass(59_000);
    expect(await lastCheck()).toEqual({ was_found: wasFound });

    await pass(2_000);
    expect(await lastCheck()).toBeUndefined();
  });

  it("counts less than a later one of the same minute", async () => {
    const { record, lastCheck, pass, ids } = await createTwo();
    await record({ found: ids.slice(0, 1) });
    await pass(10_000);
    await record({ missed: ids.slice(1) });

    expect(await lastCheck()).toEqual({ was_found: false });
  });
});
