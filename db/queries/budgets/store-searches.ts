import { isNotNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { Platform } from "../../../lib/domain/platform.ts";
import { ifFound, projection, shown } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { storeSearches } from "../../schema/stores.ts";
import { type Placeholders, statement, unixTime } from "../../statement.ts";

export const SHARED_MINUTES = 10;
const DELETED_MAX = 10;

/** The comparison with now() lets an index find old searches. */
export const isTooOld =
  sql`${storeSearches.searchedAt} <= now() - make_interval(mins => ${SHARED_MINUTES})`.inlineParams();

type Search = { readonly key: Uint8Array };

const app = alias(apps, "app");

const hit = projection({
  external_id: shown(sql`hit.external_id`, () => z.string()),
  /** Null for an app that is not stored, or that charts have shown only by its id. */
  app_id: ifFound(app.id),
});
const searchSchema = () =>
  z.object({
    searched_at: z.number(),
    found: z.array(hit.row()),
  });
export type SharedSearch = Readonly<z.infer<ReturnType<typeof searchSchema>>>;

export const findStoreSearch = statement({
  name: "find_store_search",
  effect: "reads",
  returns: "first",
  row: searchSchema,
  sql: ({ key, platform }: Placeholders<Search & { readonly platform: Platform }>) => sql`
    SELECT ${unixTime(storeSearches.searchedAt)} AS searched_at, coalesce((
      SELECT json_agg(${hit.json} ORDER BY hit.place)
      FROM unnest(${storeSearches.externalIds}) WITH ORDINALITY AS hit (external_id, place)
      LEFT JOIN ${apps} app ON ${app.platform} = ${platform} AND ${app.externalId} = hit.external_id
        AND ${isNotNull(app.name)}), '[]') AS found
    FROM ${storeSearches} WHERE ${storeSearches.searchSha256} = ${key}::bytea AND NOT ${isTooOld}`,
});

export const removeMissingHits = statement({
  name: "remove_missing_hits",
  effect: "writes",
  sql: ({ key, missingIds }: Placeholders<Search & { readonly missingIds: string }>) => sql`
    UPDATE ${storeSearches} SET external_ids = ARRAY(
      SELECT external_id FROM unnest(${storeSearches.externalIds}) WITH ORDINALITY AS hit (external_id, place)
      WHERE external_id NOT IN (SELECT jsonb_array_elements_text(${missingIds}::jsonb)) ORDER BY place)
    WHERE ${storeSearches.searchSha256} = ${key}::bytea`,
});

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
