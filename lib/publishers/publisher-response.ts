import * as z from "zod";

import { platformSchema } from "../domain/platform.ts";

/** A publisher as an app names it. */
export const publisherResponse = z.object({
  id: z.int(),
  name: z.string(),
  external_id: z.string(),
  platform: platformSchema,
});

/** A publisher by itself, with its address in the web. */
export const linkedPublisherResponse = publisherResponse.extend({ url: z.string().nullable() });

export const trackedPublisherResponse = linkedPublisherResponse
  .extend({ apps_count: z.int().meta({ description: "Apps of the publisher that the caller tracks." }) })
  .meta({ id: "Publisher" });

export const foundPublisherResponse = linkedPublisherResponse
  .extend({
    app_count: z.int().meta({ description: "Apps of the publisher among those that the search met, not all it has." }),
    sample_apps: z
      .array(z.object({ external_id: z.string(), name: z.string(), icon_url: z.string().nullable() }))
      .meta({ description: "At most 3, in the store's order." }),
  })
  .meta({ id: "PublisherSearchResult" });

export const storeAppResponse = z
  .object({
    id: z.int(),
    external_id: z.string(),
    name: z.string(),
    icon_url: z.string().nullable(),
    rating: z.number().nullable().meta({ description: "As the store shows it in the country asked." }),
    rating_count: z.int().nullable().meta({ description: "null on Google Play, whose list does not tell." }),
    is_free: z.boolean(),
    category: z.string().nullable().meta({ description: "Name of the category." }),
    is_tracked: z.boolean().meta({ description: "Whether the caller tracks the app." }),
  })
  .meta({ id: "StoreApp" });
