import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { VERSIONS_MAX } from "../../../lib/domain/change-limits.ts";
import type { Platform, StoreApp } from "../../../lib/domain/platform.ts";
import { ifFound, objectIfFound, projection, type RowOf, shown } from "../../projection.ts";
import { apps, appVersions } from "../../schema/apps.ts";
import { appStoreListings } from "../../schema/listings.ts";
import { appCompetitors } from "../../schema/tracking.ts";
import { type Db, idArray, type Placeholders, statement } from "../../statement.ts";
import { isVersionIfAny, newestRevision, revisionOfVersion, shownTexts, withTexts } from "./listings.ts";

const app = alias(apps, "app");
const competitor = alias(appCompetitors, "competitor");
const listing = alias(appStoreListings, "listing");
const rival = alias(apps, "rival");
const version = alias(appVersions, "version");

const texts = projection(shownTexts(listing));
export type KeywordTexts = RowOf<typeof texts>;

const textsIfFound = objectIfFound(listing.id, texts);

function revisionFor({ appId, locale, versionId }: Record<"appId" | "locale" | "versionId", SQLWrapper>): SQL {
  const newest = newestRevision(appId, locale, ({ isPresent }) => sql`${isPresent} AND ${versionId}::bigint IS NULL`);
  const ofVersion = revisionOfVersion(appId, locale, versionId, ({ isPresent }) => isPresent);
  return withTexts(sql`(${newest}) UNION ALL (${ofVersion})`);
}

type WantedTexts = StoreApp & { readonly locale: string; readonly versionId: number | null };

export const findKeywordTexts = statement({
  name: "find_keyword_texts",
  effect: "reads",
  returns: "first",
  row: () => z.object({ version_is_known: z.boolean(), texts: textsIfFound.schema() }),
  sql: ({ platform, externalId, locale, versionId }: Placeholders<WantedTexts>) => sql`
    SELECT ${isVersionIfAny(versionId, app)} AS version_is_known, ${textsIfFound.expression} AS texts
    FROM ${apps} app LEFT JOIN LATERAL (${revisionFor({ appId: app.id, locale, versionId })}) listing ON true
    WHERE ${app.platform} = ${platform} AND ${app.externalId} = ${externalId}`,
});

const versionOfApp = projection({ id: version.id, version: version.version });

const newestVersions = sql`(
  SELECT coalesce(json_agg(${versionOfApp.json} ORDER BY ${version.id} DESC), '[]') FROM (
    SELECT version.* FROM ${appVersions} version WHERE ${version.appId} = ${rival.id}
    ORDER BY ${version.id} DESC LIMIT ${VERSIONS_MAX}) version)`;

const compared = projection({
  id: rival.id,
  name: shown(sql`coalesce(${rival.name}, ${rival.externalId})`, () => z.string()),
  platform: rival.platform,
  external_id: rival.externalId,
  icon_url: rival.iconUrl,
  versions: shown(newestVersions, () => z.array(versionOfApp.row())),
  requested_version_id: shown(sql`wanted.version_id`, () => z.int().nullable()),
  version_id: listing.versionId,
  read_at: ifFound(listing.validFrom),
  texts: textsIfFound,
});
export type ComparedApp = RowOf<typeof compared>;

type ComparisonRequest = {
  readonly userId: number;
  readonly platform: Platform;
  readonly externalId: string;
  readonly appIds: readonly number[];
  readonly versionIds: readonly number[];
  readonly locale: string;
};

const readComparison = statement({
  name: "find_compared_texts",
  effect: "reads",
  returns: "first",
  row: () => z.object({ competitors: z.array(compared.row()) }),
  sql: (
    input: Placeholders<Omit<ComparisonRequest, "appIds" | "versionIds"> & { appIds: string; versionIds: string }>,
  ) => sql`
    SELECT coalesce((
      SELECT json_agg(${compared.json} ORDER BY ${rival.id})
      FROM ${appCompetitors} competitor JOIN ${apps} rival ON ${rival.id} = ${competitor.competitorAppId}
      LEFT JOIN LATERAL (
        SELECT max(${version.id}) AS version_id FROM ${appVersions} version
        WHERE ${version.id} = ANY (${input.versionIds}::bigint[]) AND ${version.appId} = ${rival.id}
      ) wanted ON true
      LEFT JOIN LATERAL (
        ${revisionFor({ appId: rival.id, locale: input.locale, versionId: sql`wanted.version_id` })}
      ) listing ON true
      WHERE ${competitor.userId} = ${input.userId} AND ${competitor.appId} = ${app.id}
        AND ${competitor.competitorAppId} = ANY (${input.appIds}::int[])
    ), '[]') AS competitors
    FROM ${apps} app WHERE ${app.platform} = ${input.platform} AND ${app.externalId} = ${input.externalId}`,
});

/** Returns undefined if the app is unknown. Apps that are no competitors are left out. */
export async function findComparedTexts(db: Db, { appIds, versionIds, ...input }: ComparisonRequest) {
  const found = await readComparison(db, { ...input, appIds: idArray(appIds), versionIds: idArray(versionIds) });
  return found?.competitors;
}
