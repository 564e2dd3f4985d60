import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { VERSIONS_MAX } from "../../../lib/domain/change-limits.ts";
import { type Platform, platformSchema, type StoreApp } from "../../../lib/domain/platform.ts";
import { apps, appVersions } from "../../schema/apps.ts";
import { appStoreListings, listingTexts } from "../../schema/listings.ts";
import { appCompetitors } from "../../schema/tracking.ts";
import { columns, type Db, idArray, jsonObject, type Placeholders, statement, unixTime } from "../../statement.ts";
import { newestRevision, revisionOfVersion } from "./listings.ts";

const textsSchema = () =>
  z.object({
    versionId: z.int().nullable(),
    /** Unix time at which these texts were first read. */
    readAt: z.number(),
    title: z.string(),
    subtitle: z.string().nullable(),
    promotionalText: z.string().nullable(),
    description: z.string(),
    whatsNew: z.string().nullable(),
  });
/** The texts of a listing. */
export type KeywordTexts = Readonly<z.infer<ReturnType<typeof textsSchema>>>;

const a = alias(apps, "a");
const c = alias(appCompetitors, "c");
const l = alias(appStoreListings, "l");
const r = alias(appStoreListings, "r");
const d = alias(listingTexts, "d");
const w = alias(listingTexts, "w");
const v = alias(appVersions, "v");

const texts = jsonObject({
  versionId: l.versionId,
  readAt: unixTime(l.validFrom),
  title: l.title,
  subtitle: l.subtitle,
  promotionalText: l.promotionalText,
  description: d.body,
  whatsNew: w.body,
});

/** Joins the revision `l` of an app's listing of a version; without one the newest of all. */
function joinTexts({ appId, locale, versionId }: Record<"appId" | "locale" | "versionId", SQLWrapper>): SQL {
  return sql`
    LEFT JOIN LATERAL (
      (${newestRevision(appId, locale, sql`${r.isPresent} AND ${versionId}::bigint IS NULL`)})
      UNION ALL
      (${revisionOfVersion(appId, locale, versionId, r.isPresent)})
    ) l ON true
    LEFT JOIN ${listingTexts} d ON ${d.sha256} = ${l.descriptionSha256}
    LEFT JOIN ${listingTexts} w ON ${w.sha256} = ${l.whatsNewSha256}`;
}

const shownTexts = sql`CASE WHEN ${l.id} IS NOT NULL THEN ${texts} END`;

type WantedTexts = StoreApp & { readonly locale: string; readonly versionId: number | null };

/** Returns the texts of a listing, null where none is stored. No row: the app is unknown. */
export const findKeywordTexts = statement({
  name: "find_keyword_texts",
  effect: "reads",
  returns: "first",
  row: () => z.object({ versionIsKnown: z.boolean(), texts: textsSchema().nullable() }),
  sql: ({ platform, externalId, locale, versionId }: Placeholders<WantedTexts>) => sql`
    SELECT ${columns({
      versionIsKnown: sql`${versionId}::bigint IS NULL
        OR EXISTS (SELECT 1 FROM ${appVersions} v WHERE ${v.id} = ${versionId} AND ${v.appId} = ${a.id})`,
      texts: shownTexts,
    })}
    FROM ${apps} a ${joinTexts({ appId: a.id, locale, versionId })}
    WHERE ${a.platform} = ${platform} AND ${a.externalId} = ${externalId}`,
});

const comparedSchema = () =>
  z.object({
    id: z.int(),
    /** The store's id while no name is known. */
    name: z.string(),
    platform: platformSchema(),
    externalId: z.string(),
    iconUrl: z.string().nullable(),
    /** Newest first. */
    versions: z.array(z.object({ id: z.int(), version: z.string() })),
    /** The requested version, null when none was. */
    requestedVersionId: z.int().nullable(),
    texts: textsSchema().nullable(),
  });
export type ComparedApp = Readonly<z.infer<ReturnType<typeof comparedSchema>>>;

type ComparisonRequest = {
  readonly userId: number;
  readonly platform: Platform;
  readonly externalId: string;
  readonly appIds: readonly number[];
  readonly versionIds: readonly number[];
  readonly locale: string;
};

const rival = alias(apps, "rival");

const readComparison = statement({
  name: "find_compared_texts",
  effect: "reads",
  returns: "first",
  row: () => z.object({ competitors: z.array(comparedSchema()) }),
  sql: (
    input: Placeholders<Omit<ComparisonRequest, "appIds" | "versionIds"> & { appIds: string; versionIds: string }>,
  ) => sql`
    SELECT coalesce((
      SELECT json_agg(${jsonObject({
        id: rival.id,
        name: sql`coalesce(${rival.name}, ${rival.externalId})`,
        platform: rival.platform,
        externalId: rival.externalId,
        iconUrl: rival.iconUrl,
        versions: sql`(
          SELECT coalesce(json_agg(json_build_object('id', newest.id, 'version', newest.version)), '[]') FROM (
            SELECT ${v.id}, ${v.version} FROM ${appVersions} v WHERE ${v.appId} = ${rival.id}
            ORDER BY ${v.id} DESC LIMIT ${VERSIONS_MAX}) newest)`,
        requestedVersionId: sql`wanted.version_id`,
        texts: shownTexts,
      })} ORDER BY ${rival.id})
      FROM ${appCompetitors} c JOIN ${apps} rival ON ${rival.id} = ${c.competitorAppId}
      LEFT JOIN LATERAL (
        SELECT max(${v.id}) AS version_id FROM ${appVersions} v
        WHERE ${v.id} = ANY (${input.versionIds}::bigint[]) AND ${v.appId} = ${rival.id}
      ) wanted ON true
      ${joinTexts({ appId: rival.id, locale: input.locale, versionId: sql`wanted.version_id` })}
      WHERE ${c.userId} = ${input.userId} AND ${c.appId} = ${a.id} AND ${c.competitorAppId} = ANY (${input.appIds}::int[])
    ), '[]') AS competitors
    FROM ${apps} a WHERE ${a.platform} = ${input.platform} AND ${a.externalId} = ${input.externalId}`,
});

/**
 * Returns those of the apps that are competitors of an app for the user, each with the texts of a listing. undefined when
 * the app is unknown.
 */
export async function findComparedTexts(db: Db, { appIds, versionIds, ...input }: ComparisonRequest) {
  const found = await readComparison(db, { ...input, appIds: idArray(appIds), versionIds: idArray(versionIds) });
  return found?.competitors;
}
