import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { apps, publishers, storeCategories } from "../../schema/apps.ts";
import { jsonObject } from "../../statement.ts";

/** An app as charts show it. */
export const chartedAppSchema = () =>
  z.object({
    appId: z.int(),
    appExternalId: z.string(),
    appName: z.string(),
    iconUrl: z.string().nullable(),
    publisher: z.object({ id: z.int(), name: z.string(), externalId: z.string() }).nullable(),
    categoryName: z.string().nullable(),
  });

export type ChartedAppRow = Readonly<z.infer<ReturnType<typeof chartedAppSchema>>>;

const a = alias(apps, "a");
const p = alias(publishers, "p");
const own = alias(storeCategories, "own");

export const chartedAppFields = {
  appId: a.id,
  appExternalId: a.externalId,
  appName: sql`coalesce(${a.name}, ${a.externalId})`,
  iconUrl: a.iconUrl,
  publisher: sql`CASE WHEN ${p.id} IS NOT NULL
    THEN ${jsonObject({ id: p.id, name: p.name, externalId: p.externalId })} END`,
  categoryName: own.name,
} as const;

/** Joins the app of a rank; none for an app that was deleted, so that its rank is left out. */
export function joinChartedApp(appId: SQLWrapper): SQL {
  return sql`JOIN ${apps} a ON ${a.id} = ${appId}
      LEFT JOIN ${publishers} p ON ${p.id} = ${a.publisherId}
      LEFT JOIN ${storeCategories} own ON ${own.id} = ${a.categoryId}`;
}
