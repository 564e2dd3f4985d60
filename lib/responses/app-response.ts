import * as z from "zod";

import { platformSchema } from "../domain/platform.ts";
import { timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";
import { publisherResponse } from "./publisher-response.ts";

const categoryResponse = () => z.object({ id: z.int(), name: z.string(), slug: z.string() });

const tagOfAppResponse = lazy(() => z.object({ id: z.int(), name: z.string() }).meta({ id: "TagOfApp" }));

const nameFields = () => ({
  name: z.string().meta({ description: "Equals `display_name`, or `external_id` if `display_name` is null." }),
  display_name: z.string().nullable().meta({ description: "Name as shown in the store. Null until it is known." }),
});

const ratingFields = () => ({
  rating: z.number().nullable().meta({ description: "Mean over all storefronts, weighted by rating count." }),
  rating_count: z.int().nullable(),
  metrics_as_of: timestamp().nullable().meta({
    description: "When the last sync or daily sweep that read the app's metrics ended. Null before the first one.",
  }),
});

export const appFields = () => ({
  id: z.int(),
  ...nameFields(),
  platform: platformSchema(),
  external_id: z.string(),
  publisher: publisherResponse().nullable(),
  category: categoryResponse().nullable(),
  icon_url: z.string().nullable(),
  ...ratingFields(),
  version: z.string().nullable(),
  created_at: timestamp(),
  last_synced_at: timestamp()
    .nullable()
    .meta({
      description:
        "When a sync of the app last completed. It skips data that is still current: `metrics_as_of` and a listing's " +
        "`texts_as_of` and `page_as_of` show when that was read.",
    }),
  is_available: z.boolean(),
  is_tracked: z.boolean().meta({ description: "True if the caller tracks the app." }),
  tags: z.array(tagOfAppResponse()).meta({ description: "The caller's tags of the app, by name." }),
});

export const appResponse = lazy(() => z.object(appFields()).meta({ id: "App" }));

export const searchMeta = () =>
  z.object({
    searched_at: timestamp().meta({
      description:
        "Time when the store was searched. Identical searches within ten minutes share one result, even from " +
        "different users.",
    }),
  });

export const searchResultResponse = lazy(() =>
  z
    .object({
      id: z.int(),
      platform: platformSchema(),
      external_id: z.string(),
      ...nameFields(),
      icon_url: z.string().nullable(),
      publisher_name: z.string().nullable(),
      ...ratingFields(),
      version: z.string().nullable(),
      is_available: z.boolean(),
      is_tracked: z.boolean(),
      publisher: publisherResponse().nullable(),
      category: categoryResponse().nullable(),
    })
    .meta({ id: "AppSearchResult" }),
);
