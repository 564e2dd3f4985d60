import * as z from "zod";

import { platformSchema } from "../domain/platform.ts";
import { calendarDate, timestamp } from "../http/answers.ts";

const publisherAnswer = z.object({
  id: z.int(),
  name: z.string(),
  external_id: z.string(),
  platform: platformSchema,
});

const categoryAnswer = z.object({ id: z.int(), name: z.string(), slug: z.string() });

const ratingFields = {
  rating: z
    .number()
    .nullable()
    .meta({ description: "Mean over all storefronts, weighted by their number of ratings." }),
  rating_count: z.int().nullable(),
};

const appFields = {
  id: z.int(),
  name: z.string(),
  platform: platformSchema,
  external_id: z.string(),
  publisher: publisherAnswer.nullable(),
  category: categoryAnswer.nullable(),
  icon_url: z.string().nullable(),
  ...ratingFields,
  version: z.string().nullable(),
  created_at: timestamp,
  last_synced_at: timestamp.nullable(),
  is_available: z.boolean(),
  is_tracked: z.boolean().meta({ description: "Whether the caller tracks the app." }),
};

export const appAnswer = z.object(appFields).meta({ id: "App" });

export const listingAnswer = z
  .object({
    id: z.int(),
    version_id: z.int().nullable(),
    locale: z.string(),
    title: z.string(),
    subtitle: z.string().nullable(),
    description: z.string(),
    promotional_text: z.string().nullable(),
    whats_new: z.string().nullable(),
    icon_url: z.string().nullable(),
    screenshots: z.array(z.object({ url: z.string(), device_type: z.string(), order: z.int() })),
    video_url: z.string().nullable(),
    price: z.number().nullable(),
    currency: z.string().nullable(),
    description_length: z.int().meta({ description: "Unicode characters of the description." }),
    fetched_at: timestamp.meta({ description: "When a sync last found the listing as it is here." }),
  })
  .meta({ id: "Listing" });

const versionAnswer = z
  .object({
    id: z.int(),
    version: z.string(),
    release_date: calendarDate.nullable(),
    whats_new: z.string().nullable(),
    file_size_bytes: z.int().nullable(),
    created_at: timestamp,
  })
  .meta({ id: "Version" });

const competitorAnswer = z
  .object({
    id: z.int().meta({ description: "Id of the link, which removing it takes." }),
    app_id: z.int(),
    competitor_app_id: z.int(),
    relationship: z.string(),
    app: appAnswer,
    created_at: timestamp,
  })
  .meta({ id: "Competitor" });

export const appDetailAnswer = z
  .object({
    ...appFields,
    publisher: publisherAnswer.extend({ url: z.string().nullable() }).nullable(),
    origin_country_code: z.string(),
    supported_locales: z.array(z.string()).nullable(),
    original_release_date: calendarDate.nullable(),
    is_free: z.boolean(),
    file_size_bytes: z.int().nullable(),
    unavailable_countries: z.array(z.string()),
    versions: z.array(versionAnswer).meta({ description: "Newest first, at most 50." }),
    listings: z.array(listingAnswer).meta({ description: "The current listing of each locale." }),
    competitors: z.array(competitorAnswer).meta({ description: "Those that the caller defined." }),
  })
  .meta({ id: "AppDetail" });

export const searchResultAnswer = z
  .object({
    id: z.int(),
    platform: platformSchema,
    external_id: z.string(),
    name: z.string(),
    icon_url: z.string().nullable(),
    publisher_name: z.string().nullable(),
    ...ratingFields,
    version: z.string().nullable(),
    is_available: z.boolean(),
    is_tracked: z.boolean(),
    publisher: publisherAnswer.nullable(),
    category: categoryAnswer.nullable(),
  })
  .meta({ id: "AppSearchResult" });
