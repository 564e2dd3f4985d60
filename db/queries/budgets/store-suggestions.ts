import { sql } from "drizzle-orm";

import { projection } from "../../projection.ts";
import { storeSuggestions } from "../../schema/stores.ts";
import { type Placeholders, statement } from "../../statement.ts";
import { SHARED_MINUTES } from "./store-searches.ts";

const DELETED_MAX = 10;

/** The comparison with now() lets an index find old suggestions. */
export const isTooOldSuggestion =
  sql`${storeSuggestions.suggestedAt} <= now() - make_interval(mins => ${SHARED_MINUTES})`.inlineParams();

type Suggestions = { readonly key: Uint8Array };

const { terms, suggestedAt } = storeSuggestions;
const shared = projection({ terms, suggested_at: suggestedAt });

export const findStoreSuggestions = statement({
  name: "find_store_suggestions",
  effect: "reads",
  returns: "first",
  row: shared.row,
  sql: ({ key }: Placeholders<Suggestions>) => sql`
    SELECT ${shared.columns} FROM ${storeSuggestions}
    WHERE ${storeSuggestions.requestSha256} = ${key}::bytea AND NOT ${isTooOldSuggestion}`,
});

export const saveStoreSuggestions = statement({
  name: "save_store_suggestions",
  effect: "writes",
  sql: ({ key, terms: suggested }: Placeholders<Suggestions & { readonly terms: string }>) => sql`
    WITH deleted AS (
      DELETE FROM ${storeSuggestions} WHERE ${storeSuggestions.requestSha256} IN (
        SELECT request_sha256 FROM ${storeSuggestions}
        WHERE ${isTooOldSuggestion} AND ${storeSuggestions.requestSha256} <> ${key}::bytea
        ORDER BY ${storeSuggestions.suggestedAt} LIMIT ${sql`${DELETED_MAX}`.inlineParams()} FOR UPDATE SKIP LOCKED)
    )
    INSERT INTO ${storeSuggestions} (request_sha256, terms, suggested_at)
    VALUES (${key}::bytea, ARRAY(SELECT jsonb_array_elements_text(${suggested}::jsonb)), clock_timestamp())
    ON CONFLICT (request_sha256) DO UPDATE SET terms = excluded.terms, suggested_at = excluded.suggested_at`,
});
