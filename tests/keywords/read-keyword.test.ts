import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { useClockedDatabase } from "../support/database.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import {
  createKeywordWorld,
  type KeywordWorldOptions,
  planRead,
  queueAgain,
  readRow,
  resultsOf,
  shownApps,
  TODAY,
} from "../support/keyword-world.ts";

const database = useClockedDatabase();
const createWorld = (options?: KeywordWorldOptions) => createKeywordWorld(database().db, options);

const pendingAgain = { outcome: null, is_queued: false };

describe("a message of a tracked term", () => {
  it("[KWR-1 KWR-3] stores the ids that the store shows, in its order, searched in the storefront's first language", async () => {
    const { db, store, pipeline, planTerm } = await createWorld();
    const message = await planTerm("wetter", TODAY, "de");
    store.scriptSearchRanks("wetter", "de", { ids: ["30", "10", "20"] });

    expect(await pipeline.deliver(message)).toBe("stored");

    expect(await resultsOf(db, message.keywordId)).toEqual([[TODAY, "30", "10", "20"]]);
    expect(await readRow(db, message)).toMatchObject({ outcome: "stored", is_fetched: true, due_in: null });
    expect(store.calls).toMatchObject([{ operation: "searchRanks", subject: "wetter", locales: ["de-DE"] }]);
  });

  it("[KWR-1] calls the store once when it is delivered ten times at once", async () => {
    const { db, store, pipeline, planTerm } = await createWorld();
    const message = await planTerm("notes");
    store.scriptSearchRanks("notes", "us", { ids: ["1", "2"] });

    const outcomes = await Promise.all(Array.from({ length: 10 }, () => pipeline.deliver(message)));

    expect(outcomes.toSorted()).toEqual([...Array(9).fill("not_claimed"), "stored"]);
    expect(store.calls).toHaveLength(1);
    expect(await resultsOf(db, message.keywordId)).toHaveLength(1);
  });

  it("[KWR-2] stores a result only on days on which it differs, and on the first day of a month", async () => {
    const { db, store, pipeline, addTerm, message } = await createWorld();
    const id = await addTerm("notes");
    const days = ["2026-05-28", "2026-05-29", "2026-05-30", "2026-05-31", "2026-06-01", "2026-06-02"];
    const shown = [
      ["1", "2"],
      ["1", "2"],
      ["2", "1"],
      ["1", "2"],
      ["1", "2"],
      ["1", "2"],
    ];
    for (const [index, day] of days.entries()) {
      await db.clock.moveTo(Date.parse(`${day}T08:00:00Z`));
      await planRead(db, { platform: "ios", keywordId: id, day });
      store.scriptSearchRanks("notes", "us", { ids: shown[index] ?? [] });
      expect(await pipeline.deliver(message(id, day))).toBe("stored");
    }

    expect(await resultsOf(db, id)).toEqual([
      ["2026-05-28", "1", "2"],
      ["2026-05-30", "2", "1"],
      ["2026-05-31", "1", "2"],
      ["2026-06-01", "1", "2"],
    ]);
  });

  it("[KWR-2] adds no row on an unchanged day", async () => {
    const { db, store, pipeline, addTerm, message } = await createWorld();
    const id = await addTerm("notes");
    store.scriptSearchRanks("notes", "us", { ids: ["1", "2"] });
    for (const day of ["2026-05-28", "2026-05-29"]) {
      await db.clock.moveTo(Date.parse(`${day}T08:00:00Z`));
      await planRead(db, { platform: "ios", keywordId: id, day });
    }
    const [first, second] = [message(id, "2026-05-28"), message(id, "2026-05-29")];
    await db.clock.moveTo(Date.parse("2026-05-28T08:00:00Z"));
    await pipeline.deliver(first);
    await db.clock.moveTo(Date.parse("2026-05-29T08:00:00Z"));
    const [{ mark = "" } = {}] = await db.execute<{ mark: string }>(sql`SELECT pg_current_xact_id()::text AS mark`);

    expect(await pipeline.deliver(second)).toBe("stored");

    const tables = ["keyword_results", "store_ids", "apps"].map(
      (table) => sql`SELECT count(*) AS rows FROM ${sql.identifier(table)} WHERE xmin::text::bigint > ${mark}::bigint`,
    );
    const [added] = await db.execute(sql`SELECT sum(rows)::int AS rows FROM (${sql.join(tables, sql` UNION ALL `)}) t`);
    expect(added).toEqual({ rows: 0 });
  });

  it("[KWR-4] looks at an empty list again an hour later, and then stores that the store shows nothing", async () => {
    const { db, pipeline, planTerm } = await createWorld();
    const message = await planTerm("nothing");

    expect(await pipeline.deliver(message)).toBe("retrying");
    expect(await readRow(db, message)).toMatchObject({ ...pendingAgain, is_empty_once: true, due_in: 3_600 });
    expect(await resultsOf(db, message.keywordId)).toEqual([]);

    await queueAgain(db, message);
    expect(await pipeline.deliver(message)).toBe("empty");
    expect(await readRow(db, message)).toMatchObject({ outcome: "empty", is_fetched: true });
    expect(await resultsOf(db, message.keywordId)).toEqual([[TODAY]]);
  });

  it("[KWR-4] stores what a second look shows after an empty list", async () => {
    const { db, store, pipeline, planTerm } = await createWorld();
    const message = await planTerm("notes");
    store.scriptSearchRanks("notes", "us", {}, { ids: ["1"] });
    await pipeline.deliver(message);
    await queueAgain(db, message);

    expect(await pipeline.deliver(message)).toBe("stored");
    expect(await resultsOf(db, message.keywordId)).toEqual([[TODAY, "1"]]);
  });

  it("[KWR-5] reads nothing for a day that is over", async () => {
    const { db, store, pipeline, planTerm } = await createWorld();
    const message = await planTerm("notes", "2026-05-09");

    expect(await pipeline.deliver(message)).toBe("missed");
    expect(store.calls).toEqual([]);
    expect(await readRow(db, message)).toMatchObject({ outcome: "missed", is_fetched: false });
  });

  it("[KWR-6] reads nothing that nobody tracks any more", async () => {
    const { db, store, pipeline, planTerm } = await createWorld();
    const message = await planTerm("notes");
    await db.execute(sql`DELETE FROM tracked_keywords`);

    expect(await pipeline.deliver(message)).toBe("separated");
    expect(store.calls).toEqual([]);
    await pipeline.resend();
    expect(await readRow(db, message)).toBeUndefined();
  });

  it("retries after a failure, and fails after the fourth attempt", async () => {
    const { db, store, pipeline, planTerm } = await createWorld();
    const message = await planTerm("notes");
    store.scriptSearchRanks("notes", "us", storeFailure("invalid_response"));
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect(await pipeline.deliver(message)).toBe("retrying");
      expect(await readRow(db, message)).toMatchObject({ outcome: null, attempts: attempt });
      await queueAgain(db, message);
    }

    expect(await pipeline.deliver(message)).toBe("failed");
    expect(await readRow(db, message)).toMatchObject({ outcome: "failed", is_fetched: false, due_in: null });
  });

  it("[KWR-7] does nothing where the stage has keywords off", async () => {
    const { store, pipeline, planTerm } = await createWorld({ settings: { keywords: "off" } });

    expect(await pipeline.deliver(await planTerm("notes"))).toBe("not_claimed");
    expect(store.calls).toEqual([]);
  });
});

describe("apps that a tracked term shows", () => {
  const knownApps = () =>
    database().db.execute<{ external_id: string; name: string | null; discovered_from: string }>(sql`
      SELECT external_id, name, discovered_from FROM apps WHERE discovered_at = now() ORDER BY external_id`);

  it("[KWR-8] become known with their names, as by a search, on Google Play", async () => {
    const { store, pipeline, planTerm } = await createWorld({ platform: "android" });
    const message = await planTerm("notes");
    store.scriptSearchRanks("notes", "us", { ids: ["a.one", "a.two"], apps: shownApps("a.one", "a.two") });

    await pipeline.deliver(message);

    expect(await knownApps()).toEqual([
      { external_id: "a.one", name: "App a.one", discovered_from: "on_search" },
      { external_id: "a.two", name: "App a.two", discovered_from: "on_search" },
    ]);
    expect(pipeline.identifications).toEqual([]);
  });

  it("[KWR-8] are identified as those of a chart, on the App Store, up to the twentieth rank", async () => {
    const { db, store, pipeline, planTerm } = await createWorld();
    const message = await planTerm("notes");
    const ids = Array.from({ length: 30 }, (_, index) => String(1_000 + index));
    store.scriptSearchRanks("notes", "us", { ids });

    await pipeline.deliver(message);

    const waiting = await db.execute<{ external_id: string }>(sql`
      SELECT external_id FROM unidentified_apps u JOIN apps a ON a.id = u.app_id ORDER BY external_id`);
    expect(waiting.map((app) => app.external_id)).toEqual(ids.slice(0, 20));
    expect(pipeline.identifications).toMatchObject([{ message: { kind: "identify", countryCode: "us" } }]);
  });

  it("[KWR-8] wait for another day once a hundred requests of a day have identified apps", async () => {
    const { db, store, pipeline, planTerm } = await createWorld();
    store.scriptSearchRanks("notes", "us", { ids: ["1"] });
    store.scriptSearchRanks("todo", "de", { ids: ["2"] });
    await db.execute(sql`UPDATE keyword_slots SET identified_on = ${TODAY}, identifications = 99`);

    await pipeline.deliver(await planTerm("notes"));
    await pipeline.deliver(await planTerm("todo", TODAY, "de"));

    expect(pipeline.identifications).toHaveLength(1);
    expect(await db.execute(sql`SELECT 1 FROM unidentified_apps`)).toHaveLength(1);
  });
});
