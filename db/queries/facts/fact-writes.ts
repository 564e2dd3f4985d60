import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { GLOBAL_COUNTRY } from "../../../lib/domain/country.ts";
import { factsWithIds, relatedKinds, storefrontFacts } from "../../../lib/domain/fact.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { appFactChanges, appFacts, appRelatedLists, relatedAppNames } from "../../schema/facts.ts";
import { toInstant } from "../../statement.ts";

const c = alias(appFactChanges, "c");
const f = alias(appFacts, "f");
const l = alias(appRelatedLists, "l");
const n = alias(relatedAppNames, "n");

type FoundRelatedApp = {
  readonly external_id: string;
  readonly name: string;
  readonly subtitle: string | null;
};

/** The columns for what a response shows besides its record. What is null was not read, so the stored value stays. */
export const foundFacts = {
  facts: sql<Readonly<Record<string, unknown>> | null>`jsonb`,
  similar: sql<readonly FoundRelatedApp[] | null>`jsonb`,
  more_by_publisher: sql<readonly FoundRelatedApp[] | null>`jsonb`,
};

/** Returns CTEs that save the rows of `responses`: `app_id`, `country_code` and `foundFacts`, one row for each app. */
export function factWrites(
  responses: SQL,
  { platform, observedAt }: { readonly platform: Platform; readonly observedAt: Date },
): SQL {
  const at = toInstant(observedAt);
  return sql`
  fact_responses AS MATERIALIZED (
    SELECT r.*, known.* FROM (${responses}) r
    LEFT JOIN LATERAL (
      SELECT ${f.facts} AS known_facts, ${f.readOn} AS known_days FROM ${appFacts} f
      WHERE ${f.appId} = r.app_id LIMIT 1
    ) known ON true
  ),
  ${changesOfFacts(at)},
  ${changesOfLists(platform, at)},
  ${currentFacts(at)}`;
}

/** A value of another storefront is compared with the last one of that storefront. */
function changesOfFacts(at: SQL): SQL {
  return sql`
  shown_facts AS MATERIALIZED (
    SELECT r.app_id, fact.key, fact.value, place.country_code, current.fact,
      r.known_days, r.known_facts -> fact.key IS DISTINCT FROM current.fact AS differs
    FROM fact_responses r CROSS JOIN LATERAL jsonb_each(r.facts) fact
    CROSS JOIN LATERAL (
      SELECT (CASE WHEN ${isOfStorefront} THEN r.country_code ELSE ${global} END)::char(2) AS country_code
    ) place
    CROSS JOIN LATERAL (
      SELECT jsonb_build_object('value', fact.value, 'country_code', place.country_code) AS fact
    ) current
  ),
  fact_changes AS (
    INSERT INTO ${appFactChanges} (app_id, key, country_code, valid_from, value, is_first)
    SELECT fact.app_id, fact.key, fact.country_code, greatest(${at}, before.valid_from + interval '1 microsecond'),
      fact.value, before.valid_from IS NULL
    FROM shown_facts fact
    LEFT JOIN LATERAL (
      SELECT ${c.validFrom}, ${c.value} FROM ${appFactChanges} c
      WHERE ${c.appId} = fact.app_id AND ${c.key} = fact.key AND ${c.countryCode} = fact.country_code
      ORDER BY ${c.validFrom} DESC LIMIT 1
    ) before ON true
    WHERE fact.differs AND ${comparable(sql`fact.value`)} IS DISTINCT FROM ${comparable(sql`before.value`)}
    ORDER BY 1, 2
  )`;
}

const global = sql`${GLOBAL_COUNTRY}`.inlineParams();
const isOfStorefront = sql`fact.key IN (${literals(storefrontFacts)})`;

/** Names beside ids are translated and renamed by the store, so that only the ids count. */
function comparable(value: SQL): SQL {
  return sql`CASE WHEN fact.key IN (${literals(factsWithIds)}) THEN jsonb_path_query_array(${value}, '$.**.id')
      ELSE ${value} END`;
}

/** A list in another order is no change. */
function changesOfLists(platform: Platform, at: SQL): SQL {
  const lists = relatedKinds.map((kind) => sql`(${literals([kind])}, r.${sql.identifier(kind)})`);
  return sql`
  shown_lists AS MATERIALIZED (
    SELECT r.app_id, r.country_code::char(2), r.known_days, list.kind, list.apps,
      ARRAY(
        SELECT app.value ->> 'external_id' FROM jsonb_array_elements(list.apps) WITH ORDINALITY app
        ORDER BY app.ordinality
      ) AS external_ids
    FROM fact_responses r CROSS JOIN LATERAL (VALUES ${sql.join(lists, sql`, `)}) list(kind, apps)
    WHERE list.apps IS NOT NULL
  ),
  changed_lists AS MATERIALIZED (
    SELECT s.*, greatest(${at}, before.valid_from + interval '1 microsecond') AS valid_from
    FROM shown_lists s
    LEFT JOIN LATERAL (
      SELECT ${l.validFrom}, ${l.externalIds} FROM ${appRelatedLists} l
      WHERE ${l.appId} = s.app_id AND ${l.kind} = s.kind ORDER BY ${l.validFrom} DESC LIMIT 1
    ) before ON true
    WHERE (s.external_ids <@ before.external_ids AND s.external_ids @> before.external_ids) IS NOT TRUE
  ),
  list_rows AS (
    INSERT INTO ${appRelatedLists} (app_id, kind, valid_from, country_code, external_ids)
    SELECT app_id, kind, valid_from, country_code, external_ids FROM changed_lists ORDER BY 1, 2
  ),
  related_names AS (
    INSERT INTO ${relatedAppNames} (platform, country_code, external_id, name, subtitle)
    SELECT DISTINCT ON (2, 3) ${platform}, s.country_code, app.* FROM shown_lists s
    CROSS JOIN LATERAL jsonb_to_recordset(s.apps) AS app(external_id text, name text, subtitle text)
    LEFT JOIN LATERAL (
      SELECT ${n.name}, ${n.subtitle} FROM ${relatedAppNames} n WHERE ${n.platform} = ${platform}
        AND ${n.countryCode} = s.country_code AND ${n.externalId} = app.external_id LIMIT 1
    ) known ON true
    WHERE (known.name, known.subtitle) IS DISTINCT FROM (app.name, app.subtitle)
    ORDER BY 2, 3
    ON CONFLICT (platform, country_code, external_id) DO UPDATE SET name = excluded.name, subtitle = excluded.subtitle
  )`;
}

/** On a day without a change, only the days are written, because a rewritten `facts` would be stored again. */
function currentFacts(at: SQL): SQL {
  return sql`
  facts_read AS MATERIALIZED (
    SELECT app_id, coalesce(jsonb_object_agg(name, fact) FILTER (WHERE fact IS NOT NULL), '{}') AS facts,
      jsonb_object_agg(name, to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD')) AS read_on, bool_or(differs) AS differs,
      known_days
    FROM (
      SELECT app_id, known_days, key AS name, fact, differs FROM shown_facts
      UNION ALL SELECT app_id, known_days, kind, NULL, false FROM shown_lists
    ) read
    GROUP BY app_id, known_days
  ),
  fact_rows AS (
    INSERT INTO ${appFacts} (app_id, facts, read_on)
    SELECT app_id, facts, read_on FROM facts_read WHERE differs OR known_days IS NULL ORDER BY app_id
    ON CONFLICT (app_id) DO UPDATE SET facts = ${appFacts.facts} || excluded.facts,
      read_on = ${appFacts.readOn} || excluded.read_on
  ),
  dated_facts AS (
    INSERT INTO ${appFacts} (app_id, facts, read_on)
    SELECT app_id, '{}', read_on FROM facts_read WHERE NOT differs AND NOT known_days @> read_on ORDER BY app_id
    ON CONFLICT (app_id) DO UPDATE SET read_on = ${appFacts.readOn} || excluded.read_on
  )`;
}

function literals(texts: readonly string[]): SQL {
  return sql.join(
    texts.map((text) => sql`${text}`.inlineParams()),
    sql`, `,
  );
}
