import * as z from "zod";

import { platformSchema } from "../domain/platform.ts";
import { timestamp } from "../http/response-schemas.ts";
import { publisherResponse } from "../publishers/publisher-response.ts";

const categoryResponse = z.object({ id: z.int(), name: z.string(), slug: z.string() });

const nameFields = {
  name: z.string().meta({ description: "display_name, or else external_id." }),
  display_name: z.string().nullable().meta({ description: "As the store shows it; null until it has." }),
};

const ratingFields = {
  rating: z
    .number()
    .nullable()
    .meta({ description: "Mean over all storefronts, weighted by their number of ratings." }),
  rating_count: z.int().nullable(),
};

export const appFields = {
  id: z.int(),
  ...nameFields,
  platform: platformSchema,
  external_id: z.string(),
  publisher: publisherResponse.nullable(),
  category: categoryResponse.nullable(),
  icon_url: z.string().nullable(),
  ...ratingFields,
  version: z.string().nullable(),
  created_at: timestamp,
  last_synced_at: timestamp.nullable(),
  is_available: z.boolean(),
  is_tracked: z.boolean().meta({ description: "Whether the caller tracks the app." }),
};

export const appResponse = z.object(appFields).meta({ id: "App" });

export const listingResponse = z
  .object({
    id: z.int(),
    version_id: z.int().nullable(),
    locale: z.string(),
    read_in_country_code: z.string().meta({ description: "The storefront in which this listing was read." }),
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

export const searchResultResponse = z
  .object({
    id: z.int(),
    platform: platformSchema,
    external_id: z.string(),
    ...nameFields,
    icon_url: z.string().nullable(),
    publisher_name: z.string().nullable(),
    ...ratingFields,
    version: z.string().nullable(),
    is_available: z.boolean(),
    is_tracked: z.boolean(),
    publisher: publisherResponse.nullable(),
    category: categoryResponse.nullable(),
  })
  .meta({ id: "AppSearchResult" });
