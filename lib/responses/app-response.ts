import * as z from "zod";

import { platformSchema } from "../domain/platform.ts";
import { timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";
import { publisherResponse } from "./publisher-response.ts";

const categoryResponse = () => z.object({ id: z.int(), name: z.string(), slug: z.string() });

const nameFields = () => ({
  name: z.string().meta({ description: "`display_name`, or `external_id` while that is null." }),
  display_name: z.string().nullable().meta({ description: "As the store shows it; null until it is known." }),
});

const ratingFields = () => ({
  rating: z
    .number()
    .nullable()
    .meta({ description: "Mean over all storefronts, weighted by their number of ratings." }),
  rating_count: z.int().nullable(),
  metrics_as_of: timestamp()
    .nullable()
    .meta({
      description:
        "When the last sync or daily sweep that read the app's metrics ended; null before the first. " +
        "What the day's sweep has read, a sync of that day leaves out.",
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
        "When a sync of the app last completed. It leaves out what need not be read again: " +
        "`metrics_as_of` and, of a listing, `texts_as_of` and `page_as_of` say when that was last read.",
    }),
  is_available: z.boolean(),
  is_tracked: z.boolean().meta({ description: "Whether the caller tracks the app." }),
});

export const appResponse = lazy(() => z.object(appFields()).meta({ id: "App" }));

export const searchMeta = () =>
  z.object({
    searched_at: timestamp().meta({
      description: "When the store was searched: the same search within ten minutes is one, whoever sends it.",
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
