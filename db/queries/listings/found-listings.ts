import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

import { type TrackedListingField, trackedListingFields } from "../../../lib/domain/listing-field.ts";
import { columnsByName, namesIn, pick } from "../../column-lists.ts";
import { type GivenRow, optional } from "../../recordset.ts";
import { appVersions } from "../../schema/apps.ts";
import { appStoreListings, listingTexts } from "../../schema/listings.ts";
import type { Columns } from "../../statement.ts";
import { hashOf } from "./long-texts.ts";

const { locale, country_code, ...revision } = columnsByName(appStoreListings);

/** Long texts, which revisions have by their hash. */
const hashes = { description: "description_sha256", whats_new: "whats_new_sha256" } as const;

/** The fields of a listing, each with the name of its column in a revision. */
export const fieldsOfListing = trackedListingFields.map((field) =>
  field === "description" || field === "whats_new"
    ? { field, name: hashes[field], isLong: true }
    : { field, name: field, isLong: false },
);

/** A listing that a store has shown. */
export const foundListing = {
  locale,
  country_code,
  ...pick({ ...revision, description: listingTexts.body, whats_new: appVersions.whatsNew }, trackedListingFields),
  version: optional(appVersions.version),
  version_released_at: appVersions.releasedAt,
  /** These fields could not be read, and keep their stored values. */
  unread_fields: sql<readonly TrackedListingField[]>`text[]`,
};
export type FoundListing = Required<GivenRow<typeof foundListing>>;

/** Returns the values of a row of `foundListing`. Those that are not given are NULL. */
export function listingRow(values: Partial<Columns<keyof typeof foundListing>>): SQL {
  return sql.join(
    namesIn(foundListing).map((name) => values[name] ?? sql`NULL`),
    sql`, `,
  );
}

/** Returns whether a listing shows something else than a revision, apart from a short description not read before. */
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

/**
 * Returns screenshots without the size at the end of their addresses: a lookup and a page name the same pictures in two
 * sizes.
 */
export function pictures(screenshots: SQLWrapper): SQL {
  return sql`regexp_replace(${screenshots}::text, '/\\d+x\\d+[a-z]*\\.[a-z]+"', '"', 'g')`;
}
