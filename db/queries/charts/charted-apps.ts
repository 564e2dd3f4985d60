import { type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { ifFound, objectIfFound, projection, shown } from "../../projection.ts";
import { apps, publishers, storeCategories } from "../../schema/apps.ts";

const app = alias(apps, "app");
const category = alias(storeCategories, "category");
const publisher = alias(publishers, "publisher");

const madeBy = projection({ id: publisher.id, name: publisher.name, external_id: publisher.externalId });

/** Returns the app of a rank and its join, which leaves out the rank of an app that was deleted. */
export function chartedApp(appId: SQLWrapper) {
  return {
    fields: {
      app_id: app.id,
      app_external_id: app.externalId,
      app_name: shown(sql`coalesce(${app.name}, ${app.externalId})`, () => z.string()),
      icon_url: app.iconUrl,
      platform: app.platform,
      publisher: objectIfFound(publisher.id, madeBy),
      category_name: ifFound(category.name),
    },
    join: sql`JOIN ${apps} app ON ${app.id} = ${appId}
      LEFT JOIN ${publishers} publisher ON ${publisher.id} = ${app.publisherId}
      LEFT JOIN ${storeCategories} category ON ${category.id} = ${app.categoryId}`,
  };
}
