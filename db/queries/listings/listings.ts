import { getTableName, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";
import { TEXT_LENGTH_MAX } from "../../../lib/domain/change-limits.ts";
import { type ListingTextField, listingTextFields, trackedListingFields } from "../../../lib/domain/listing-field.ts";
import { type Shown, shown, type TableColumns } from "../../projection.ts";
import { appVersions } from "../../schema/apps.ts";
import { appStoreListings, listingTexts } from "../../schema/listings.ts";
import { type Columns, columnsOf } from "../../statement.ts";

const description = alias(listingTexts, "description");
const revision = alias(appStoreListings, "revision");
const version = alias(appVersions, "version");
const whatsNew = alias(listingTexts, "whats_new");

type Condition = (revised: Columns<"isPresent" | "validFrom">) => SQLWrapper;

export function newestRevision(appId: SQLWrapper, locale: SQLWrapper, condition: Condition = () => sql`true`): SQL {
  return sql`
    SELECT revision.* FROM ${appStoreListings} revision
    WHERE ${revision.appId} = ${appId} AND ${revision.locale} = ${locale} AND ${condition(revision)}
    ORDER BY ${revision.validFrom} DESC LIMIT 1`;
}

/** Returns no revision without a version. */
export function revisionOfVersion(
  appId: SQLWrapper,
  locale: SQLWrapper,
  versionId: SQLWrapper,
  condition: Condition = () => sql`true`,
): SQL {
  // The order of `app_store_listings_version_index`. A revision without a version is older than all others.
  const ofRevision = sql`coalesce(${revision.versionId}, 0)`;
  return sql`
    SELECT revision.* FROM ${appStoreListings} revision
    WHERE ${revision.appId} = ${appId} AND ${revision.locale} = ${locale} AND ${condition(revision)}
      AND ${ofRevision} <= ${versionId}::bigint
    ORDER BY ${ofRevision} DESC, ${revision.validFrom} DESC LIMIT 1`;
}

export function isVersionIfAny(versionId: SQLWrapper, of: Columns<"id">): SQL {
  return sql`(${versionId}::bigint IS NULL OR EXISTS (
    SELECT 1 FROM ${appVersions} version WHERE ${version.id} = ${versionId} AND ${version.appId} = ${of.id}))`;
}

/** Returns a query for revisions with their description and release notes, under the names of a listing's fields. */
export function withTexts(revisions: SQL): SQL {
  return sql`
    SELECT revision.*, ${description.body} AS description, ${whatsNew.body} AS whats_new
    FROM (${revisions}) revision
    LEFT JOIN ${listingTexts} ${description} ON ${description.sha256} = ${revision.descriptionSha256}
    LEFT JOIN ${listingTexts} ${whatsNew} ON ${whatsNew.sha256} = ${revision.whatsNewSha256}`;
}

type ListingAlias = TableColumns<typeof appStoreListings>;

export function shownListing(listing: ListingAlias) {
  const { screenshots, icon_url, video_url } = columnsOf(getTableName(listing), trackedListingFields);
  const texts = shownTexts(listing);
  return {
    id: listing.id,
    version_id: listing.versionId,
    locale: listing.locale,
    ...texts,
    description_length: shown(sql`char_length(${texts.description.expression})`, () => z.int()),
    is_cut: shown(sql`false`, () => z.boolean()),
    screenshots: shown(screenshots, () => z.array(screenshotSchema()).nullable()),
    icon_url: shown(icon_url, textSchema),
    video_url: shown(video_url, textSchema),
  };
}

export function shownTexts(listing: ListingAlias) {
  const texts = columnsOf(getTableName(listing), listingTextFields);
  const entries = listingTextFields.map((field) => [field, shown(texts[field], textSchema)]);
  return {
    ...(Object.fromEntries(entries) as Record<ListingTextField, Shown<ReturnType<typeof textSchema>>>),
    title: shown(texts.title, () => z.string()),
    description: shown(texts.description, () => z.string()),
  };
}

function textSchema() {
  return z.string().nullable();
}

function screenshotSchema() {
  return z.object({ url: z.string(), device_type: z.string(), order: z.int() });
}

const lengthMax = sql`${TEXT_LENGTH_MAX}`.inlineParams();

export function hashOf(text: SQLWrapper): SQL {
  return sql`sha256(convert_to(${text}, 'UTF8'))`;
}

export function beginningOf(text: SQLWrapper): SQL {
  return sql`left(${text}, ${lengthMax})`;
}

export function areCut(...texts: readonly SQLWrapper[]): SQL {
  return sql.join(
    texts.map((text) => sql`coalesce(char_length(${text}) > ${lengthMax}, false)`),
    sql` OR `,
  );
}
