import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { GLOBAL_COUNTRY } from "../../../lib/domain/country.ts";
import { type FactKey, factKeySchema } from "../../../lib/domain/fact.ts";
import type { StoreApp } from "../../../lib/domain/platform.ts";
import { projection, type RowOf, shown, unixTimeOrNull } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { appFactChanges, appFacts } from "../../schema/facts.ts";
import { type Placeholders, statement } from "../../statement.ts";

const a = alias(apps, "a");
const f = alias(appFacts, "f");
const fact = alias(appFactChanges, "fact");
const later = alias(appFactChanges, "later");
const other = alias(appFactChanges, "other");
const start = alias(appFactChanges, "start");

const global = sql`${GLOBAL_COUNTRY}`.inlineParams();

/** The days of reads are those of the current value, in the storefront that was read last. */
const row = projection({
  id: fact.id,
  key: shown(sql`${fact.key}`, factKeySchema),
  value: shown(sql`shown.value`, () => z.json()),
  country_code: shown(sql`nullif(${fact.countryCode}, ${global})`, () => z.string().nullable()),
  valid_from: fact.validFrom,
  valid_until: unixTimeOrNull(sql`replaced.at`),
  is_first: fact.isFirst,
  has_other_values: shown(
    sql`EXISTS (SELECT 1 FROM ${appFactChanges} other
      WHERE ${other.appId} = ${fact.appId} AND ${other.key} = ${fact.key} AND ${other.id} <> ${fact.id})`,
    () => z.boolean(),
  ),
  read_on: shown(
    sql`CASE WHEN replaced.at IS NULL AND current.country_code = ${fact.countryCode}
      THEN ${f.readOn} ->> ${fact.key} END`,
    () => z.string().nullable(),
  ),
});
export type FactRow = RowOf<typeof row>;

/** Returns all facts as they are now, in the order of `keys`. */
export const findFacts = statement({
  name: "find_facts",
  effect: "reads",
  returns: "only",
  row: () => z.object({ app_id: z.int().nullable(), facts: z.array(row.row()) }),
  rows: "trusted",
  sql: ({ platform, externalId, keys }: Placeholders<StoreApp & { readonly keys: string }>) => sql`
    SELECT ${a.id} AS app_id,
      coalesce(json_agg(${row.json} ORDER BY wanted.place) FILTER (WHERE ${fact.id} IS NOT NULL), '[]') AS facts
    FROM (SELECT 1) one LEFT JOIN ${apps} a ON ${a.platform} = ${platform} AND ${a.externalId} = ${externalId}
    LEFT JOIN ${appFacts} f ON ${f.appId} = ${a.id}
    CROSS JOIN unnest(${keys}::text[]) WITH ORDINALITY AS wanted(key, place)
    CROSS JOIN LATERAL (${currentIn(sql`wanted.key`)}) current
    LEFT JOIN LATERAL (
      SELECT fact.* FROM ${appFactChanges} fact
      WHERE ${fact.appId} = ${a.id} AND ${fact.key} = wanted.key AND ${fact.countryCode} = current.country_code
      ORDER BY ${fact.validFrom} DESC LIMIT 1
    ) fact ON true
    CROSS JOIN LATERAL (SELECT current.value) shown
    CROSS JOIN LATERAL (SELECT NULL::timestamptz AS at) replaced
    GROUP BY ${a.id}`,
});

type HistoryInput = StoreApp & {
  readonly keys: string;
  readonly limit: number;
  readonly offset: number;
  /** The page begins after this value while it exists. Otherwise `offset` decides. */
  readonly afterId: number | null;
};

/** Returns the values that facts have had, newest first. */
export const findFactHistory = statement({
  name: "find_fact_history",
  effect: "reads",
  returns: "only",
  row: () =>
    z.object({
      app_id: z.int().nullable(),
      known_keys: z.array(factKeySchema()),
      total: z.int(),
      facts: z.array(row.row()),
    }),
  rows: "trusted",
  sql: ({ platform, externalId, keys, limit, offset, afterId }: Placeholders<HistoryInput>) => sql`
    SELECT ${a.id} AS app_id, (
        SELECT coalesce(json_agg(known.key), '[]')
        FROM ${appFacts} f CROSS JOIN LATERAL jsonb_object_keys(${f.facts}) AS known(key) WHERE ${f.appId} = ${a.id}
      ) AS known_keys, (
        SELECT count(*)::int FROM ${appFactChanges} fact WHERE ${fact.appId} = ${a.id} AND ${isWanted(keys)}
      ) AS total, (
        SELECT coalesce(json_agg(${row.json} ORDER BY ${fact.validFrom} DESC, ${fact.id} DESC), '[]')
        FROM (
          SELECT fact.* FROM ${appFactChanges} fact
          LEFT JOIN ${appFactChanges} start ON ${start.id} = ${afterId}::bigint
          WHERE ${fact.appId} = ${a.id} AND ${isWanted(keys)}
            AND (${start.id} IS NULL OR (${fact.validFrom}, ${fact.id}) < (${start.validFrom}, ${start.id}))
          ORDER BY ${fact.validFrom} DESC, ${fact.id} DESC LIMIT ${limit}
          OFFSET CASE WHEN EXISTS (SELECT 1 FROM ${appFactChanges} start WHERE ${start.id} = ${afterId}::bigint) THEN 0
            ELSE ${offset}::int END
        ) fact
        LEFT JOIN ${appFacts} f ON ${f.appId} = ${fact.appId}
        CROSS JOIN LATERAL (${currentIn(fact.key)}) current
        CROSS JOIN LATERAL (
          SELECT min(${later.validFrom}) AS at FROM ${appFactChanges} later
          WHERE ${later.appId} = ${fact.appId} AND ${later.key} = ${fact.key}
            AND ${later.countryCode} = ${fact.countryCode} AND ${later.validFrom} > ${fact.validFrom}
        ) replaced
        CROSS JOIN LATERAL (
          SELECT CASE WHEN replaced.at IS NULL AND current.country_code = ${fact.countryCode} THEN current.value
            ELSE ${fact.value} END AS value
        ) shown
      ) AS facts
    FROM (SELECT 1) one LEFT JOIN ${apps} a ON ${a.platform} = ${platform} AND ${a.externalId} = ${externalId}`,
});

function currentIn(key: SQLWrapper): SQL {
  return sql`
      SELECT ${f.facts} -> ${key} -> 'value' AS value,
        (${f.facts} -> ${key} ->> 'country_code')::char(2) AS country_code`;
}

function isWanted(keys: SQLWrapper): SQL {
  return sql`${fact.key} = ANY (${keys}::text[])`;
}

export function keyArray(keys: readonly FactKey[]): string {
  return `{${keys.join(",")}}`;
}
