import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

import { type TrackedListingField, trackedListingFields } from "../../../lib/domain/listing-field.ts";
import { columnsByName, type GivenRow, namesIn, optional, pick } from "../../recordset.ts";
import { appVersions } from "../../schema/apps.ts";
import { appStoreListings, listingTexts } from "../../schema/listings.ts";
import type { Columns } from "../../statement.ts";
import { hashOf } from "./listings.ts";

const { locale, country_code, ...revision } = columnsByName(appStoreListings);

const hashes = { description: "description_sha256", whats_new: "whats_new_sha256" } as const;

export const fieldsOfListing = trackedListingFields.map((field) =>
  field === "description" || field === "whats_new"
    ? { field, name: hashes[field], isLong: true }
    : { field, name: field, isLong: false },
);

export const foundListing = {
  locale,
  country_code,
  ...pick({ ...revision, description: listingTexts.body, whats_new: appVersions.whatsNew }, trackedListingFields),
  version: optional(appVersions.version),
  version_released_at: appVersions.releasedAt,
  /** Fields that could not be read keep their stored values. */
  unread_fields: sql<readonly TrackedListingField[]>`text[]`,
};
export type FoundListing = Required<GivenRow<typeof foundListing>>;

export function listingRow(values: Partial<Columns<keyof typeof foundListing>>): SQL {
  return sql.join(
    namesIn(foundListing).map((name) => values[name] ?? sql`NULL`),
    sql`, `,
  );
}

/** Returns false for a short description that was not read before. */
export function showsOther(
  revision: Columns<(typeof fieldsOfListing)[number]["name"]>,
  listing: Columns<TrackedListingField>,
): SQL {
  const stored = fieldsOfListing.map(({ name }) => {
    if (name === "short_description") return sql`coalesce(${revision[name]}, ${listing[name]})`;
    return name === "screenshots" ? pictures(revision[name]) : revision[name];
  });
  const shown = fieldsOfListing.map(({ field, isLong }) => {
    if (isLong) return hashOf(listing[field]);
    return field === "screenshots" ? pictures(listing[field]) : listing[field];
  });
  return sql`(${sql.join(stored, sql`, `)}) IS DISTINCT FROM (${sql.join(shown, sql`, `)})`;
}

/** A lookup and a page name the same pictures in two sizes, so the end of each address is removed. */
export function pictures(screenshots: SQLWrapper): SQL {
  return sql`regexp_replace(${screenshots}::text, '/\\d+x\\d+[a-z]*\\.[a-z]+"', '"', 'g')`;
}
