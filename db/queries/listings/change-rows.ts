import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { changeFieldSchema } from "../../../lib/domain/change-field.ts";
import { ifFound, projection, type RowOf, type Shown, shown, type TableColumns } from "../../projection.ts";
import { apps, appVersions } from "../../schema/apps.ts";
import { appFactChanges } from "../../schema/facts.ts";
import { appStoreListingChanges, appStoreListings, listingTexts } from "../../schema/listings.ts";
import { appOfferChanges } from "../../schema/metrics.ts";
import { countries } from "../../schema/stores.ts";
import { type Columns, unixTime } from "../../statement.ts";
import { isRealCountry } from "../reference/countries.ts";
import { areCut, beginningOf } from "./listings.ts";

const after = alias(listingTexts, "after");
const app = alias(apps, "app");
const before = alias(listingTexts, "before");
const country = alias(countries, "country");
const earlier = alias(appVersions, "earlier");
const fact = alias(appFactChanges, "fact");
const replaced = alias(appFactChanges, "replaced");
const listed = alias(appStoreListingChanges, "listed");
const offered = alias(appOfferChanges, "offered");
const revision = alias(appStoreListings, "revision");
const version = alias(appVersions, "version");

const text = () => z.string().nullable();

const change = projection({
  id: shown(sql`shown.id`, () => z.int()),
  version_id: listed.versionId,
  version: ifFound(version.version),
  previous_version: shown(sql`previous.version`, text),
  locale: ifFound(listed.locale),
  country_code: ifFound(country.code),
  field_changed: shown(sql`coalesce(${listed.fieldChanged}, ${offered.fieldChanged}, ${fact.key})`, changeFieldSchema),
  old_value: shownValue(
    before,
    sql`concat_ws(' ', ${offered.oldPrice}, ${offered.oldCurrency})`,
    sql`NOT ${offered.isAvailable}`,
    replaced.value,
  ),
  new_value: shownValue(
    after,
    sql`concat_ws(' ', ${offered.newPrice}, ${offered.newCurrency})`,
    offered.isAvailable,
    fact.value,
  ),
  is_cut: shown(areCut(before.body, after.body), () => z.boolean()),
  detected_at: shown(unixTime(sql`shown.detected_at`), () => z.number()),
});
export type ChangeRow = RowOf<typeof change>;

export function changeSchema() {
  return change.row();
}

type MoreFields = (of: TableColumns<typeof apps>) => Readonly<Record<string, Shown>>;

/** Returns a query for JSON. Each change is found by its id, even if the planner takes a table for small. */
export function changeRows(changes: SQL, more: MoreFields = () => ({})): SQL {
  const { json } = projection({ ...change.fields, ...more(app) });
  return sql`
    SELECT coalesce(json_agg(${json} ORDER BY shown.detected_at DESC, shown.id DESC), '[]')
    FROM (${changes}) shown JOIN ${apps} app ON ${app.id} = shown.app_id
    LEFT JOIN LATERAL (
      SELECT listed.* FROM ${appStoreListingChanges} listed WHERE ${listed.id} = shown.id LIMIT 1
    ) listed ON true
    LEFT JOIN LATERAL (
      SELECT offered.* FROM ${appOfferChanges} offered WHERE ${offered.id} = shown.id LIMIT 1
    ) offered ON true
    LEFT JOIN LATERAL (
      SELECT fact.* FROM ${appFactChanges} fact WHERE ${fact.id} = shown.id LIMIT 1
    ) fact ON true
    LEFT JOIN LATERAL (
      SELECT ${replaced.value} FROM ${appFactChanges} replaced
      WHERE ${replaced.appId} = ${fact.appId} AND ${replaced.key} = ${fact.key}
        AND ${replaced.countryCode} = ${fact.countryCode} AND ${replaced.validFrom} < ${fact.validFrom}
      ORDER BY ${replaced.validFrom} DESC LIMIT 1
    ) replaced ON true
    LEFT JOIN ${countries} country ON ${country.code} = coalesce(${offered.countryCode}, ${fact.countryCode})
      AND ${isRealCountry(country)}
    LEFT JOIN ${listingTexts} before ON ${before.sha256} = ${listed.oldTextSha256}
    LEFT JOIN ${listingTexts} after ON ${after.sha256} = ${listed.newTextSha256}
    LEFT JOIN ${appVersions} version ON ${version.id} = ${listed.versionId}
    ${joinPreviousVersion}`;
}

/**
 * A version without changes has no revision. So the previous version is not that of the revision before. It is the
 * version before the one that shows the change, unless a revision of the same version came before.
 */
const joinPreviousVersion = sql`
  LEFT JOIN LATERAL (
    SELECT ${revision.versionId} FROM ${appStoreListings} revision
    WHERE ${revision.appId} = ${listed.appId} AND ${revision.locale} = ${listed.locale}
      AND ${revision.validFrom} < ${listed.detectedAt}
    ORDER BY ${revision.validFrom} DESC LIMIT 1
  ) former ON true
  LEFT JOIN LATERAL (
    SELECT ${earlier.version} FROM ${appVersions} earlier
    WHERE ${earlier.appId} = ${listed.appId}
      AND ${earlier.id} <= ${listed.versionId} - CASE WHEN former.version_id = ${listed.versionId} THEN 0 ELSE 1 END
    ORDER BY ${earlier.id} DESC LIMIT 1
  ) previous ON true`;

function shownValue({ body }: Columns<"body">, price: SQLWrapper, isAvailable: SQLWrapper, ofFact: SQLWrapper) {
  const value = sql`CASE ${offered.fieldChanged} WHEN 'price' THEN ${price}
    WHEN 'availability' THEN CASE WHEN ${isAvailable} THEN 'available' ELSE 'unavailable' END
    ELSE coalesce(${beginningOf(body)}, ${ofFact} #>> '{}') END`;
  return shown(value, text);
}
