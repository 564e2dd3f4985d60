import { liveAllowances, storeBudgets, storeSearches, storeSuggestions } from "../../db/schema/stores.ts";
import { createApi, createCaller } from "./api.ts";
import { type TestDb, useDatabase } from "./database.ts";

/** Fills the buckets of both stores and of all users, and deletes shared searches. The tests of a file share them. */
export async function refillBuckets(db: TestDb): Promise<void> {
  for (const shared of [storeBudgets, liveAllowances, storeSearches, storeSuggestions]) await db.delete(shared);
}

/**
 * Each call returns an API of its own on the database of the test file, with full buckets of tokens, and a caller who may
 * read and write.
 */
export function useApi(database = useDatabase()) {
  return async (overrides: Parameters<typeof createApi>[1] = {}) => {
    const { db } = database();
    await refillBuckets(db);
    return { db, api: createApi(db, overrides), caller: await createCaller(db) };
  };
}
