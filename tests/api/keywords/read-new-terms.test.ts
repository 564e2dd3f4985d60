import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { createApi, createCaller } from "../../support/api.ts";
import { track } from "../../support/catalogue.ts";
import { useClockedDatabase } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";
import { emptyKeywords, TODAY } from "../../support/keyword-world.ts";

const database = useClockedDatabase();

async function createWorld() {
  const { db } = database();
  await emptyKeywords(db);
  const api = createApi(db, { now: db.clock.now });
  const [caller, other] = [await createCaller(db), await createCaller(db)];
  const app = await createApp(db, { platform: "ios" });
  for (const { user } of [caller, other]) await track(db, { userId: user.id, appId: app.id });
  const path = `/apps/ios/${app.externalId}/tracked-keywords`;
  const add = async (terms: readonly string[], as = caller) => {
    const items = terms.map((term) => ({ term, country_code: "us" }));
    const { status, body } = await api.post(path, { items }, as);
    expect(status).toBe(201);
    return body.data.added.map(({ keyword_id }: { keyword_id: number }) => keyword_id) as readonly number[];
  };
  const rows = () =>
    db.execute<{ keyword_id: number; is_requested: boolean; is_queued: boolean; due_in: number; is_new: boolean }>(sql`
      SELECT keyword_id, is_requested, queued_at IS NOT NULL AS is_queued, planned_at = 'epoch' AS is_new,
        round(extract(epoch FROM next_attempt_at - clock_timestamp()))::int AS due_in
      FROM keyword_fetches WHERE day = ${TODAY} ORDER BY keyword_id`);
  const pass = (seconds: number) => db.clock.moveTo(db.clock.ms() + seconds * 1_000);
  return { db, api, app, caller, other, add, rows, pass };
}

const terms = (count: number, name = "term") => Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);

describe("POST /apps/{platform}/{external_id}/tracked-keywords", () => {
  it("[KWR-9] has new terms read at once, one every three seconds", async () => {
    const { api, add, rows } = await createWorld();

    const ids = await add(["notes", "todo", "memo"]);

    expect(api.sentKeywords.map(({ message }) => message)).toMatchObject(
      ids.map((keywordId) => ({ kind: "keyword", platform: "ios", keywordId, day: TODAY, isRequested: true })),
    );
    expect(api.sentKeywords.map(({ delaySeconds }) => Math.round(delaySeconds))).toEqual([0, 3, 6]);
    const requested = { is_requested: true, is_queued: true, is_new: true };
    expect(await rows()).toMatchObject([requested, requested, requested]);
  });

  it("[KWR-9] leaves further terms than twenty in an hour to the pace, before all that were read", async () => {
    const { api, add, rows, pass } = await createWorld();

    await add(terms(15));
    await add(terms(8, "more"));

    expect(api.sentKeywords).toHaveLength(20);
    expect((await rows()).slice(-3)).toEqual(
      Array(3).fill({ keyword_id: expect.any(Number), is_requested: false, is_queued: false, due_in: 0, is_new: true }),
    );

    await pass(3_600);
    await add(terms(2, "later"));
    expect(api.sentKeywords).toHaveLength(22);
  });

  it("[KWR-9] has terms that wait for today's read read at once, too, and no term twice", async () => {
    const { db, api, add, other } = await createWorld();
    await add(["notes", "todo"]);
    await db.execute(sql`UPDATE keyword_fetches SET queued_at = NULL, is_requested = false
      WHERE keyword_id = (SELECT id FROM tracked_terms WHERE term = 'todo')`);
    api.sentKeywords.length = 0;

    const [, todo] = await add(["notes", "todo"], other);

    expect(api.sentKeywords.map(({ message }) => message.keywordId)).toEqual([todo]);
  });

  it("[KWR-9] counts each user's terms alone", async () => {
    const { api, add, other } = await createWorld();
    await add(terms(20));
    await add(terms(5, "other"), other);

    expect(api.sentKeywords).toHaveLength(25);
    const delays = api.sentKeywords.map(({ delaySeconds }) => Math.round(delaySeconds));
    expect(delays).toEqual(delays.map((_, index) => 3 * index));
  });

  it("leaves a term whose message cannot be sent to the schedule", async () => {
    const { db, app, caller, rows } = await createWorld();
    const keywordQueues = { send: () => Promise.reject(new Error("no queue")) };
    const api = createApi(db, { now: db.clock.now, keywordQueues });
    const items = [{ term: "notes", country_code: "us" }];

    const { status } = await api.post(`/apps/ios/${app.externalId}/tracked-keywords`, { items }, caller);

    expect(status).toBe(201);
    expect(await rows()).toMatchObject([{ is_queued: true, due_in: 900 }]);
    expect(api.measured).toContainEqual({ name: "MessagesUnsent", value: 1, platform: "ios" });
  });
});
