import { sql } from "drizzle-orm";

import { createMissingPartitions } from "../../db/queries/upkeep/partitions.ts";
import { keywordFetches, keywordResults, storeIds, trackedKeywords, trackedTerms } from "../../db/schema/keywords.ts";
import { fetchOutcomes } from "../../lib/domain/paced-fetch.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import type { TestDb } from "./database.ts";

type NewTerm = { readonly term: string; readonly platform?: Platform; readonly countryCode?: string };

/** Adds a term, and returns its id. */
export async function addTerm(db: TestDb, { term, platform = "ios", countryCode = "us" }: NewTerm): Promise<number> {
  const [row] = await db
    .insert(trackedTerms)
    .values({ term, platform, countryCode })
    .returning({ id: trackedTerms.id });
  if (row === undefined) throw new Error("The insert returned no row.");
  return row.id;
}

export async function trackTerm(db: TestDb, link: typeof trackedKeywords.$inferInsert): Promise<void> {
  await db.insert(trackedKeywords).values(link);
}

/** Creates partitions for these days and six months after them. */
export async function makeRoomForResults(db: TestDb, day: string): Promise<void> {
  await createMissingPartitions(db, new Date(`${day}T00:00:00Z`));
}

/** A day of a term: the ids that the store showed, or how its request ended without any. */
export type TermDay = {
  readonly day: string;
  readonly shown: readonly string[] | "pending" | "failed" | "missed";
};

/** Stores days of a term as the pipeline does: a result when it differs, and on the first read of a month. */
export async function addTermDays(
  db: TestDb,
  { keywordId, platform = "ios", days }: { keywordId: number; platform?: Platform; days: readonly TermDay[] },
): Promise<void> {
  const read = days.flatMap(({ day, shown }) => (typeof shown === "string" ? [] : [{ day, shown }]));
  const idOf = await toStoreIds(db, platform, [...new Set(read.flatMap(({ shown }) => shown))]);
  const stored = read.filter(({ day, shown }, index) => {
    const before = read[index - 1];
    return before?.day.slice(0, 7) !== day.slice(0, 7) || before.shown.join() !== shown.join();
  });
  const fetches = days.map(({ day, shown }) => fetchOf({ keywordId, platform, day, shown }));
  if (fetches.length > 0) await db.insert(keywordFetches).values(fetches);
  const rows = stored.map(({ day, shown }) => ({ keywordId, day, storeIds: shown.map(idOf) }));
  if (rows.length > 0) await db.insert(keywordResults).values(rows);
}

function fetchOf({ shown, day, ...term }: TermDay & { readonly keywordId: number; readonly platform: Platform }) {
  const fetch = { ...term, day, plannedAt: new Date(`${day}T00:00:00Z`) };
  if (shown === "pending") return fetch;
  const outcome = fetchOutcomes.find((one) => one === shown);
  if (outcome !== undefined) return { ...fetch, outcome };
  return { ...fetch, outcome: shown.length > 0 ? "stored" : "empty", fetchedAt: new Date(`${day}T06:00:00Z`) } as const;
}

async function toStoreIds(db: TestDb, platform: Platform, ids: readonly string[]) {
  const json = JSON.stringify(ids);
  await db.execute(sql`INSERT INTO store_ids (platform, external_id)
    SELECT ${platform}, id FROM jsonb_array_elements_text(${json}::jsonb) AS id ON CONFLICT DO NOTHING`);
  const rows = await db.select().from(storeIds);
  const known = new Map(rows.filter((row) => row.platform === platform).map(({ externalId, id }) => [externalId, id]));
  return (id: string): number => known.get(id) ?? 0;
}
