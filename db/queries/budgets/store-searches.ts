import { isNotNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { Platform } from "../../../lib/domain/platform.ts";
import { apps } from "../../schema/apps.ts";
import { storeSearches } from "../../schema/stores.ts";
import { jsonObject, type Placeholders, statement, unixTime } from "../../statement.ts";

/** How long a search is shared. */
export const SHARED_MINUTES = 10;
/** The most rows of old searches that one search deletes. */
const DELETED_MAX = 10;

/** Compared with now(), by which an index finds the old ones. */
export const isTooOld =
  sql`${storeSearches.searchedAt} <= now() - make_interval(mins => ${SHARED_MINUTES})`.inlineParams();

type Search = { readonly key: Uint8Array };

const a = alias(apps, "a");

const searchSchema = () =>
  z.object({
    searchedAt: z.number(),
    /** In the store's order. `appId` is null for an app that is not stored, or of which charts have shown the id alone. */
    found: z.array(z.object({ externalId: z.string(), appId: z.int().nullable() })),
  });
export type SharedSearch = Readonly<z.infer<ReturnType<typeof searchSchema>>>;

/** Returns what a search of the last minutes has found. */
export const findStoreSearch = statement({
  name: "find_store_search",
  effect: "reads",
  returns: "first",
  row: searchSchema,
  sql: ({ key, platform }: Placeholders<Search & { readonly platform: Platform }>) => sql`
    SELECT ${unixTime(storeSearches.searchedAt)} AS "searchedAt", coalesce((
      SELECT json_agg(${jsonObject({ externalId: sql`hit.external_id`, appId: a.id })} ORDER BY hit.place)
      FROM unnest(${storeSearches.externalIds}) WITH ORDINALITY AS hit (external_id, place)
      LEFT JOIN ${apps} a ON ${a.platform} = ${platform} AND ${a.externalId} = hit.external_id
        AND ${isNotNull(a.name)}), '[]') AS found
    FROM ${storeSearches} WHERE ${storeSearches.searchSha256} = ${key}::bytea AND NOT ${isTooOld}`,
});

/** Takes apps off what a search has found that the store does not show. `missingIds` is JSON. */
export const removeMissingHits = statement({
  name: "remove_missing_hits",
  effect: "writes",
  sql: ({ key, missingIds }: Placeholders<Search & { readonly missingIds: string }>) => sql`
    UPDATE ${storeSearches} SET external_ids = ARRAY(
      SELECT external_id FROM unnest(${storeSearches.externalIds}) WITH ORDINALITY AS hit (external_id, place)
      WHERE external_id NOT IN (SELECT jsonb_array_elements_text(${missingIds}::jsonb)) ORDER BY place)
    WHERE ${storeSearches.searchSha256} = ${key}::bytea`,
});

/** Stores what a search has just found, and deletes some that are too old. `externalIds` is JSON. */
export const saveStoreSearch = statement({
  name: "save_store_search",
  effect: "writes",
  sql: ({ key, externalIds }: Placeholders<Search & { readonly externalIds: string }>) => sql`
    WITH deleted AS (
      DELETE FROM ${storeSearches} WHERE ${storeSearches.searchSha256} IN (
        SELECT search_sha256 FROM ${storeSearches} WHERE ${isTooOld} AND ${storeSearches.searchSha256} <> ${key}::bytea
        ORDER BY ${storeSearches.searchedAt} LIMIT ${sql`${DELETED_MAX}`.inlineParams()} FOR UPDATE SKIP LOCKED)
    )
    INSERT INTO ${storeSearches} (search_sha256, external_ids, searched_at)
    VALUES (${key}::bytea, ARRAY(SELECT jsonb_array_elements_text(${externalIds}::jsonb)), clock_timestamp())
    ON CONFLICT (search_sha256) DO UPDATE
    SET external_ids = excluded.external_ids, searched_at = excluded.searched_at`,
});
