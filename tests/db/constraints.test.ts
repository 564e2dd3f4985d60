import { describe, expect, it } from "vitest";

import { useDatabase } from "../support/database.ts";
import { createApp, createPublisher, createUser } from "../support/factories.ts";

const database = useDatabase();

const NOT_NULL = "23502";
const FOREIGN_KEY = "23503";
const UNIQUE = "23505";
const CHECK = "23514";

async function rejection(statement: Promise<unknown>): Promise<{ code: unknown; constraint: unknown }> {
  const error: unknown = await statement.then(
    () => ({ code: "accepted", constraint_name: undefined }),
    (reason: unknown) => reason,
  );
  const found = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const { code, constraint_name } = Object(found);
  return { code, constraint: constraint_name };
}

describe("accounts", () => {
  it("rejects a second account with the e-mail address in another case", async () => {
    const { db } = database();
    await createUser(db, { email: "Ada@Example.com" });

    expect(await rejection(createUser(db, { email: "ada@example.COM" }))).toEqual({
      code: UNIQUE,
      constraint: "users_email_unique",
    });
  });

  it("rejects an unknown ability and a secret that is not a hash", async () => {
    const { db, sql } = database();
    const user = await createUser(db);
    const insert = (secret: Uint8Array, abilities: string) =>
      rejection(sql`INSERT INTO access_tokens (user_id, name, secret_sha256, abilities)
                  VALUES (${user.id}, 'token', ${secret}, ${abilities}::text::text[])`);

    expect((await insert(new Uint8Array(32), "{read,admin}")).constraint).toBe("access_tokens_abilities_check");
    expect((await insert(new Uint8Array(31), "{read}")).constraint).toBe("access_tokens_secret_sha256_check");
    expect((await insert(new Uint8Array(32), "{read,write}")).code).toBe("accepted");
  });

  it("deletes the rows of a user with the user", async () => {
    const { db, sql } = database();
    const [user, app, competitor] = [await createUser(db), await createApp(db), await createApp(db)];
    await sql`INSERT INTO tracked_apps (user_id, app_id) VALUES (${user.id}, ${app.id})`;
    await sql`INSERT INTO app_competitors (user_id, app_id, competitor_app_id)
              VALUES (${user.id}, ${app.id}, ${competitor.id})`;
    await sql`INSERT INTO sessions (id, user_id, expires_at) VALUES (${new Uint8Array(32)}, ${user.id}, now())`;

    await sql`DELETE FROM users WHERE id = ${user.id}`;

    expect(await sql`SELECT 1 FROM tracked_apps WHERE user_id = ${user.id}`).toHaveLength(0);
    expect(await sql`SELECT 1 FROM app_competitors WHERE user_id = ${user.id}`).toHaveLength(0);
    expect(await sql`SELECT 1 FROM sessions WHERE user_id = ${user.id}`).toHaveLength(0);
  });
});

describe("apps", () => {
  it("[APP-1] stores an app of a store once, and the same id in the other store as another app", async () => {
    const { db } = database();
    await createApp(db, { platform: "ios", externalId: "1234" });
    await createApp(db, { platform: "android", externalId: "1234" });

    expect((await rejection(createApp(db, { platform: "ios", externalId: "1234" }))).code).toBe(UNIQUE);
  });

  it("keeps an app whose publisher is deleted", async () => {
    const { db, sql } = database();
    const publisher = await createPublisher(db);
    const app = await createApp(db, { publisherId: publisher.id });

    await sql`DELETE FROM publishers WHERE id = ${publisher.id}`;

    expect(await sql`SELECT publisher_id FROM apps WHERE id = ${app.id}`).toEqual([{ publisher_id: null }]);
  });

  it("rejects an unknown country, platform and discovery source", async () => {
    const { db, sql } = database();
    const app = await createApp(db);

    expect((await rejection(createApp(db, { originCountryCode: "qq" }))).code).toBe(FOREIGN_KEY);
    expect((await rejection(sql`UPDATE apps SET platform = 'web' WHERE id = ${app.id}`)).code).toBe(CHECK);
    expect((await rejection(sql`UPDATE apps SET discovered_from = 'luck' WHERE id = ${app.id}`)).code).toBe(CHECK);
  });

  it("rejects an app as its own competitor", async () => {
    const { db, sql } = database();
    const [user, app] = [await createUser(db), await createApp(db)];

    const itself = sql`INSERT INTO app_competitors (user_id, app_id, competitor_app_id)
                       VALUES (${user.id}, ${app.id}, ${app.id})`;
    expect((await rejection(itself)).constraint).toBe("app_competitors_not_itself_check");
  });
});

describe("listings and metrics", () => {
  it("accepts a tombstone without texts, but no present listing without them", async () => {
    const { db, sql } = database();
    const app = await createApp(db);
    const insert = (isPresent: boolean) =>
      rejection(sql`INSERT INTO app_store_listings (app_id, locale, valid_from, country_code, is_present)
                  VALUES (${app.id}, 'de-DE', now(), 'de', ${isPresent})`);

    expect((await insert(true)).constraint).toBe("app_store_listings_present_check");
    expect((await insert(false)).code).toBe("accepted");
  });

  it("saves a change of a field at an instant once", async () => {
    const { db, sql } = database();
    const app = await createApp(db);
    const insert = () =>
      rejection(sql`INSERT INTO app_store_listing_changes (app_id, locale, field_changed, detected_at)
                  VALUES (${app.id}, 'de-DE', 'title', '2026-04-01')`);

    expect((await insert()).code).toBe("accepted");
    expect(await insert()).toEqual({ code: UNIQUE, constraint: "app_store_listing_changes_once_unique" });
  });

  it("rejects stars that are not five counts, and accepts unknown ones", async () => {
    const { db, sql } = database();
    const app = await createApp(db);
    const insert = (stars: string | null) =>
      rejection(sql`INSERT INTO app_metrics (app_id, country_code, stars, is_available, observed_at)
                  VALUES (${app.id}, 'us', ${stars}::text::int[], true, now())`);

    expect((await insert("{1,2,3,4}")).constraint).toBe("app_metrics_stars_check");
    expect((await insert("{}")).constraint).toBe("app_metrics_stars_check");
    expect((await insert(null)).code).toBe("accepted");
  });
});

describe("syncs", () => {
  it("keeps one failed item for a storefront, with or without a language", async () => {
    const { db, sql } = database();
    const app = await createApp(db);
    await sql`INSERT INTO sync_statuses (app_id, run_id, purpose, status, queued_at)
              VALUES (${app.id}, gen_random_uuid(), 'tracked', 'queued', now())`;
    const insert = (locale: string | null) =>
      rejection(sql`INSERT INTO sync_failed_items (app_id, phase, country_code, locale, reason, last_attempted_at)
                  VALUES (${app.id}, 'metrics', 'us', ${locale}, 'timeout', now())`);

    expect((await insert(null)).code).toBe("accepted");
    expect((await insert(null)).constraint).toBe("sync_failed_items_item_unique");
    expect((await insert("en-US")).code).toBe("accepted");
    expect((await rejection(sql`UPDATE sync_failed_items SET reason = 'bad luck'`)).code).toBe(CHECK);
    expect((await rejection(sql`UPDATE sync_statuses SET run_id = NULL`)).code).toBe(NOT_NULL);
  });
});

describe("sweeps", () => {
  it("leave out the confirmations that the release before plans, and reject batches of any other kind", async () => {
    const { sql } = database();
    const insert = (kind: string) =>
      sql`INSERT INTO sweep_batches (platform, kind, day, shard, country_code) VALUES ('ios', ${kind}, now(), 0, 'us')
        RETURNING 1`;

    expect(await insert("metrics")).toHaveLength(1);
    expect(await insert("confirm")).toHaveLength(0);
    expect((await rejection(insert("other"))).constraint).toBe("sweep_batches_kind_check");
  });
});
