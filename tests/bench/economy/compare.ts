import { sql } from "drizzle-orm";
import * as z from "zod";

import type { TestDb } from "../../support/test-connection.ts";

/** A stored value by its row and field, such as `com.example us price`. */
type Values = ReadonlyMap<string, unknown>;

export type Comparison = { readonly values: number; readonly differing: readonly string[] };

/** Compares what two databases hold of these apps, in every storefront and language. */
export async function compareStored(
  db: TestDb,
  reference: TestDb,
  externalIds: readonly string[],
): Promise<Comparison> {
  const [stored, expected] = await Promise.all([readValues(db, externalIds), readValues(reference, externalIds)]);
  const keys = [...new Set([...stored.keys(), ...expected.keys()])];
  const differing = keys.flatMap((key) => {
    const [one, other] = [JSON.stringify(stored.get(key)), JSON.stringify(expected.get(key))];
    return one === other ? [] : [`${key} is ${one}, not ${other}`];
  });
  return { values: keys.length, differing };
}

const rowsSchema = z.array(z.object({ place: z.string(), fields: z.record(z.string(), z.unknown()) }));

async function readValues(db: TestDb, externalIds: readonly string[]): Promise<Values> {
  const ids = sql`ANY (${`{${externalIds.join(",")}}`}::text[])`;
  const rows = await db.execute(sql`
    SELECT a.external_id AS place, jsonb_build_object('version', v.version) AS fields
    FROM apps a LEFT JOIN app_versions v ON v.id = a.current_version_id WHERE a.external_id = ${ids}
    UNION ALL
    SELECT a.external_id || ' ' || m.country_code, CASE WHEN m.is_available
      THEN jsonb_build_object('available', true, 'rating', m.rating, 'count', m.rating_count,
        'price', m.price, 'currency', m.currency)
      ELSE jsonb_build_object('available', false) END
    FROM app_metrics m JOIN apps a ON a.id = m.app_id WHERE a.external_id = ${ids}
    UNION ALL
    SELECT * FROM (
      SELECT DISTINCT ON (l.app_id, l.locale) a.external_id || ' ' || l.locale,
        CASE WHEN l.is_present THEN jsonb_build_object('title', l.title,
          'description', encode(l.description_sha256, 'hex'), 'what''s new', encode(l.whats_new_sha256, 'hex'))
        ELSE jsonb_build_object('present', false) END
      FROM app_store_listings l JOIN apps a ON a.id = l.app_id WHERE a.external_id = ${ids}
      ORDER BY l.app_id, l.locale, l.valid_from DESC) listings`);
  return new Map(
    rowsSchema
      .parse([...rows].map(parsed))
      .flatMap(({ place, fields }) =>
        Object.entries(fields).map(([field, value]): [string, unknown] => [`${place} ${field}`, value]),
      ),
  );
}

/** The database leaves JSON as text. */
function parsed({ place, fields }: Record<string, unknown>): unknown {
  const text = z.string().safeParse(fields).data;
  return { place, fields: text === undefined ? fields : JSON.parse(text) };
}
