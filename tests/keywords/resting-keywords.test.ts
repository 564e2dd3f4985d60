import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import type { FailureReason } from "../../lib/domain/failed-item.ts";
import { useClockedDatabase } from "../support/database.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { createKeywordWorld, queueAgain, readRow } from "../support/keyword-world.ts";

const database = useClockedDatabase();

async function createWorld() {
  const world = await createKeywordWorld(database().db);
  const { db } = world;
  const limit = (term: string, reason: FailureReason = "http_429", retryAfterSeconds: number | null = null) =>
    world.store.scriptSearchRanks(term, "us", storeFailure(reason, { retryAfterSeconds }));
  const slot = async () => {
    const [row] = await db.execute<{ rests: number | null; next_in: number; times: number }>(sql`
      SELECT round(extract(epoch FROM rests_until - clock_timestamp()))::int AS rests,
        round(extract(epoch FROM next_planned_at - clock_timestamp()))::int AS next_in, throttled_in_a_row AS times
      FROM keyword_slots WHERE platform = 'ios'`);
    return row;
  };
  const blocked = () =>
    db.execute<{ bucket: string }>(sql`
      SELECT bucket FROM store_budgets WHERE blocked_until > clock_timestamp() ORDER BY bucket`);
  const pass = (seconds: number) => db.clock.moveTo(db.clock.ms() + seconds * 1_000);
  return { ...world, limit, slot, blocked, pass };
}

describe("a store that limits searches for tracked terms", () => {
  it.each(["http_403", "http_429"] as const)(
    "[KWR-10] rests from all terms for a minute after %s, and closes neither its host nor searches",
    async (reason) => {
      const { db, pipeline, planTerm, limit, slot, blocked } = await createWorld();
      const message = await planTerm("notes");
      limit("notes", reason);

      expect(await pipeline.deliver(message)).toBe("throttled");

      expect(await slot()).toMatchObject({ rests: 60, times: 1 });
      expect((await slot())?.next_in).toBeGreaterThanOrEqual(60);
      expect(await blocked()).toEqual([]);
      expect(await readRow(db, message)).toMatchObject({ outcome: null, attempts: 0 });
    },
  );

  it("[KWR-10] gets no request for another term while it rests, though its message is under way", async () => {
    const { store, pipeline, planTerm, limit } = await createWorld();
    const [limited, other] = [await planTerm("notes"), await planTerm("todo")];
    limit("notes");
    await pipeline.deliver(limited);

    expect(await pipeline.deliver(other)).toBe("postponed");
    expect(store.calls).toHaveLength(1);
  });

  it("[KWR-10] rests twice as long each time, up to an hour, until it serves a term", async () => {
    const { db, store, pipeline, planTerm, limit, slot, pass } = await createWorld();
    const message = await planTerm("notes");
    limit("notes");
    const rests: (number | null | undefined)[] = [];
    for (let time = 1; time <= 8; time += 1) {
      await db.execute(sql`UPDATE store_budgets SET blocked_until = NULL, tokens = 60`);
      await db.execute(sql`UPDATE keyword_fetches SET times_throttled = 0`);
      await queueAgain(db, message);
      expect(await pipeline.deliver(message)).toBe("throttled");
      const rest = (await slot())?.rests;
      rests.push(rest);
      await pass((rest ?? 0) + 1);
    }
    expect(rests).toEqual([60, 120, 240, 480, 960, 1_920, 3_600, 3_600]);

    await db.execute(sql`UPDATE store_budgets SET blocked_until = NULL, tokens = 60`);
    store.scriptSearchRanks("notes", "us", { ids: ["1"] });
    await queueAgain(db, message);
    expect(await pipeline.deliver(message)).toBe("stored");
    expect(await slot()).toMatchObject({ times: 0 });
  });

  it("[KWR-10] rests for as long as the store states, an hour at most", async () => {
    const { pipeline, planTerm, limit, slot } = await createWorld();
    const message = await planTerm("notes");
    limit("notes", "http_429", 7_200);

    await pipeline.deliver(message);

    expect(await slot()).toMatchObject({ rests: 3_600 });
  });

  it("[KWR-10] closes the class of searches alone at a second limit within ten minutes", async () => {
    const { db, pipeline, planTerm, limit, blocked, pass } = await createWorld();
    const message = await planTerm("notes");
    limit("notes", "http_403");
    await pipeline.deliver(message);
    await pass(61);
    await queueAgain(db, message);

    expect(await pipeline.deliver(message)).toBe("throttled");

    expect(await blocked()).toEqual([{ bucket: "itunes_search" }]);
  });

  it("[KWR-10] closes nothing at a second limit more than ten minutes later", async () => {
    const { db, pipeline, planTerm, limit, blocked, pass } = await createWorld();
    const message = await planTerm("notes");
    limit("notes");
    await pipeline.deliver(message);
    await pass(601);
    await queueAgain(db, message);

    await pipeline.deliver(message);

    expect(await blocked()).toEqual([]);
  });

  it("[KWR-10] counts limits of requests that were under way together once", async () => {
    const { pipeline, planTerm, limit, slot, blocked } = await createWorld();
    const messages = [await planTerm("notes"), await planTerm("todo"), await planTerm("memo")];
    for (const term of ["notes", "todo", "memo"]) limit(term);

    await Promise.all(messages.map(pipeline.deliver));

    expect(await slot()).toMatchObject({ rests: 60, times: 1 });
    expect(await blocked()).toEqual([]);
  });
});
