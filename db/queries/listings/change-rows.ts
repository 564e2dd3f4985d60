import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { changeFieldSchema } from "../../../lib/domain/change-field.ts";
import { platformSchema } from "../../../lib/domain/platform.ts";
import { apps, appVersions } from "../../schema/apps.ts";
import { appStoreListingChanges, appStoreListings, listingTexts } from "../../schema/listings.ts";
import { appOfferChanges } from "../../schema/metrics.ts";
import { countries } from "../../schema/stores.ts";
import { jsonObject, unixTime } from "../../statement.ts";
import { isRealCountry } from "../reference/countries.ts";
import { areCut, beginningOf } from "./long-texts.ts";

/** A change as responses show it. Its values are cut. */
export const changeSchema = () =>
  z.object({
    id: z.int(),
    app: z.object({
      id: z.int(),
      externalId: z.string(),
      displayName: z.string().nullable(),
      platform: platformSchema(),
      iconUrl: z.string().nullable(),
    }),
    fieldChanged: changeFieldSchema(),
    /** Of a listing. */
    locale: z.string().nullable(),
    versionId: z.int().nullable(),
    version: z.string().nullable(),
    previousVersion: z.string().nullable(),
    /** Of price and availability; null where the price is the same in all storefronts. */
    countryCode: z.string().nullable(),
    oldValue: z.string().nullable(),
    newValue: z.string().nullable(),
    isCut: z.boolean(),
    /** Unix time. */
    detectedAt: z.number(),
  });
export type ChangeRow = Readonly<z.infer<ReturnType<typeof changeSchema>>>;

const a = alias(apps, "a");
const c = alias(appStoreListingChanges, "c");
const o = alias(appOfferChanges, "o");
const before = alias(listingTexts, "before");
const after = alias(listingTexts, "after");
const v = alias(appVersions, "v");
const earlier = alias(appVersions, "earlier");
const r = alias(appStoreListings, "r");
const k = alias(countries, "k");
const listed = alias(appStoreListingChanges, "listed");
const offered = alias(appOfferChanges, "offered");

const changeFields = {
  id: sql`shown.id`,
  app: jsonObject({
    id: a.id,
    externalId: a.externalId,
    displayName: a.name,
    platform: a.platform,
    iconUrl: a.iconUrl,
  }),
  fieldChanged: sql`coalesce(${c.fieldChanged}, ${o.fieldChanged})`,
  locale: c.locale,
  versionId: c.versionId,
  version: v.version,
  previousVersion: sql`previous.version`,
  countryCode: k.code,
  oldValue: shownValue(before, sql`concat_ws(' ', ${o.oldPrice}, ${o.oldCurrency})`, sql`NOT ${o.isAvailable}`),
  newValue: shownValue(after, sql`concat_ws(' ', ${o.newPrice}, ${o.newCurrency})`, o.isAvailable),
  isCut: areCut(before.body, after.body),
  detectedAt: unixTime(sql`shown.detected_at`),
};

/**
 * Returns a query for one JSON array: the changes whose `id`, `app_id` and `detected_at` a query returns, newest first.
 * Ids of the two kinds of changes are from one sequence. Each is found by its id, even where the planner takes a table
 * for small. `more` are further fields of a change of the app `a`.
 */
export function changeRows(shown: SQL, more: Readonly<Record<string, SQLWrapper>> = {}): SQL {
  const change = jsonObject({ ...changeFields, ...more });
  return sql`
    SELECT coalesce(json_agg(${change} ORDER BY shown.detected_at DESC, shown.id DESC), '[]')
    FROM (${shown}) shown JOIN ${apps} a ON ${a.id} = shown.app_id
    LEFT JOIN LATERAL (
      SELECT listed.* FROM ${appStoreListingChanges} listed WHERE ${listed.id} = shown.id LIMIT 1
    ) c ON true
    LEFT JOIN LATERAL (SELECT offered.* FROM ${appOfferChanges} offered WHERE ${offered.id} = shown.id LIMIT 1) o ON true
    LEFT JOIN ${countries} k ON ${k.code} = ${o.countryCode} AND ${isRealCountry(k)}
    LEFT JOIN ${listingTexts} before ON ${before.sha256} = ${c.oldTextSha256}
    LEFT JOIN ${listingTexts} after ON ${after.sha256} = ${c.newTextSha256}
    LEFT JOIN ${appVersions} v ON ${v.id} = ${c.versionId}
    ${joinPreviousVersion}`;
}

/**
 * The version before that of the change, or the same one where the revision before was first read in it. A version that
 * changes nothing makes no revision, so the first change within it names the version before it.
 */
const joinPreviousVersion = sql`
  LEFT JOIN LATERAL (
    SELECT ${r.versionId} FROM ${appStoreListings} r
    WHERE ${r.appId} = ${c.appId} AND ${r.locale} = ${c.locale} AND ${r.validFrom} < ${c.detectedAt}
    ORDER BY ${r.validFrom} DESC LIMIT 1
  ) former ON true
  LEFT JOIN LATERAL (
    SELECT ${earlier.version} FROM ${appVersions} earlier
    WHERE ${earlier.appId} = ${c.appId}
      AND ${earlier.id} <= ${c.versionId} - CASE WHEN former.version_id = ${c.versionId} THEN 0 ELSE 1 END
    ORDER BY ${earlier.id} DESC LIMIT 1
  ) previous ON true`;

function shownValue(text: Record<"body", SQLWrapper>, price: SQLWrapper, isAvailable: SQLWrapper): SQL {
  return sql`CASE ${o.fieldChanged} WHEN 'price' THEN ${price}
    WHEN 'availability' THEN CASE WHEN ${isAvailable} THEN 'available' ELSE 'unavailable' END
    ELSE ${beginningOf(text.body)} END`;
}
