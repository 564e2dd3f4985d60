import * as z from "zod";

import type { findListedApps } from "../../db/queries/apps/publishers.ts";
import { lazy } from "../runtime/lazy.ts";
import type { PublisherApp } from "../stores/records.ts";

export const storeAppResponse = lazy(() =>
  z
    .object({
      id: z.int(),
      external_id: z.string(),
      name: z.string(),
      icon_url: z.string().nullable(),
      rating: z.number().nullable().meta({ description: "Rating in the requested country." }),
      rating_count: z.int().nullable().meta({
        description: "Null on Google Play, whose list of a publisher's apps does not show the number of ratings.",
      }),
      is_free: z.boolean(),
      category: z.string().nullable().meta({ description: "Name of the category." }),
      is_tracked: z.boolean().meta({ description: "True if the caller tracks the app." }),
    })
    .meta({ id: "StoreApp" }),
);

export const storeAppsMeta = () =>
  z.object({
    country_code: z.string(),
    is_available: z
      .boolean()
      .meta({ description: "False if the store reports that it has no such publisher in the country." }),
  });

type ListedApp = Awaited<ReturnType<typeof findListedApps>>[number];

export function presentStoreApp(app: PublisherApp, row: ListedApp): z.input<ReturnType<typeof storeAppResponse>> {
  return { ...row, ...app, category: row.category ?? app.category_name };
}
