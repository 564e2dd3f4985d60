import { createHash } from "node:crypto";

import { sql } from "drizzle-orm";

import type { Country } from "../../lib/domain/country.ts";
import type { StoreCategory } from "../../lib/domain/platform.ts";
import { type Db, type Placeholders, statement } from "../statement.ts";
import { countries } from "./countries.ts";
import { storeCategories } from "./store-categories.ts";

export type Seeds = {
  readonly countries: readonly Country[];
  readonly storeCategories: readonly StoreCategory[];
};

export const seeds: Seeds = { countries, storeCategories };

export function seedsChecksum(input: Seeds): string {
  return createHash("sha256").update(JSON.stringify(input)).digest("hex");
}

/** Rows that are up to date are not written. */
export async function seed(db: Db, input: Seeds): Promise<void> {
  const categories = JSON.stringify(input.storeCategories);
  await upsertCountries(db, { rows: JSON.stringify(input.countries) });
  await upsertStoreCategories(db, { rows: categories });
  await linkStoreCategories(db, { rows: categories });
}

const upsertCountries = statement({
  name: "upsert_countries",
  effect: "writes",
  sql: ({ rows }: Placeholders<{ rows: string }>) => sql`
    INSERT INTO countries AS known
      (code, name, emoji, priority, ios_languages, ios_cross_localizable, android_languages)
    SELECT code, name, emoji, priority, "iosLanguages", "iosCrossLocalizable", "androidLanguages"
    FROM jsonb_to_recordset(${rows}::jsonb) AS wanted(code text, name text, emoji text,
      priority smallint, "iosLanguages" text[], "iosCrossLocalizable" text[], "androidLanguages" text[])
    ON CONFLICT (code) DO UPDATE SET
      name = excluded.name, emoji = excluded.emoji, priority = excluded.priority,
      ios_languages = excluded.ios_languages, ios_cross_localizable = excluded.ios_cross_localizable,
      android_languages = excluded.android_languages
    WHERE known IS DISTINCT FROM excluded`,
});

const upsertStoreCategories = statement({
  name: "upsert_store_categories",
  effect: "writes",
  sql: ({ rows }: Placeholders<{ rows: string }>) => sql`
    INSERT INTO store_categories AS known (platform, external_id, name, slug, type)
    SELECT wanted.value ->> 'platform', wanted.value ->> 'externalId', wanted.value ->> 'name',
      wanted.value ->> 'slug', wanted.value ->> 'type'
    FROM jsonb_array_elements(${rows}::jsonb) WITH ORDINALITY AS wanted(value, place)
    ORDER BY wanted.place
    ON CONFLICT (platform, slug, type) DO UPDATE SET name = excluded.name, external_id = excluded.external_id
    WHERE (known.name, known.external_id) IS DISTINCT FROM (excluded.name, excluded.external_id)`,
});

/** This is a separate statement, because a statement does not see the parents that it inserts. */
const linkStoreCategories = statement({
  name: "link_store_categories",
  effect: "writes",
  sql: ({ rows }: Placeholders<{ rows: string }>) => sql`
    UPDATE store_categories child SET parent_id = parent.id
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS wanted(platform text, slug text, type text, "parentExternalId" text)
    LEFT JOIN store_categories parent
      ON parent.platform = wanted.platform AND parent.external_id = wanted."parentExternalId"
    WHERE child.platform = wanted.platform AND child.slug = wanted.slug AND child.type = wanted.type
      AND child.parent_id IS DISTINCT FROM parent.id`,
});
