import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { platformSchema } from "../../lib/domain/platform.ts";
import { apps, appVersions, publishers, storeCategories } from "../schema/apps.ts";
import { columns, jsonObject, unixTime } from "../statement.ts";
import { publisherFields, publisherSchema } from "./publishers.ts";
import { isTrackedBy } from "./tracked-apps.ts";

/** An app as responses show it to a user. */
export const appSummarySchema = () =>
  z.object({
    id: z.int(),
    platform: platformSchema(),
    externalId: z.string(),
    displayName: z.string().nullable(),
    iconUrl: z.string().nullable(),
    isAvailable: z.boolean(),
    /** Unix time. */
    createdAt: z.number(),
    lastSyncedAt: z.number().nullable(),
    metricsAsOf: z.number().nullable(),
    version: z.string().nullable(),
    /** Over all storefronts, weighted by their number of ratings. */
    rating: z.number().nullable(),
    ratingCount: z.number().nullable(),
    isTracked: z.boolean(),
    publisher: publisherSchema().nullable(),
    category: z.object({ id: z.int(), name: z.string(), slug: z.string() }).nullable(),
  });
export type AppSummary = Readonly<z.infer<ReturnType<typeof appSummarySchema>>>;

const a = alias(apps, "a");
const p = alias(publishers, "p");
const k = alias(storeCategories, "k");
const v = alias(appVersions, "v");

/** When the metrics of the app `a` were last read from its store, in all storefronts. */
export const metricsReadAt = sql`greatest(${a.lastSyncedAt}, ${a.lastSweptAt})`;

/** Returns the columns of the app `a` for a user. */
export function appColumns(userId: SQLWrapper): SQL {
  return columns({
    id: a.id,
    platform: a.platform,
    externalId: a.externalId,
    displayName: a.name,
    iconUrl: a.iconUrl,
    isAvailable: a.isAvailable,
    createdAt: unixTime(a.createdAt),
    lastSyncedAt: unixTime(a.lastSyncedAt),
    metricsAsOf: unixTime(metricsReadAt),
    version: v.version,
    rating: sql`${a.rating}::float8`,
    ratingCount: sql`${a.ratingCount}::float8`,
    isTracked: isTrackedBy(userId, a.id),
    publisher: sql`CASE WHEN ${p.id} IS NOT NULL THEN ${jsonObject(publisherFields(p))} END`,
    category: sql`CASE WHEN ${k.id} IS NOT NULL THEN ${jsonObject({ id: k.id, name: k.name, slug: k.slug })} END`,
  });
}

export const appJoins = sql`
  LEFT JOIN ${publishers} p ON ${p.id} = ${a.publisherId}
  LEFT JOIN ${storeCategories} k ON ${k.id} = ${a.categoryId}
  LEFT JOIN ${appVersions} v ON ${v.id} = ${a.currentVersionId}`;
