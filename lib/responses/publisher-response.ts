import * as z from "zod";

import { type Platform, platformSchema } from "../domain/platform.ts";
import { lazy } from "../runtime/lazy.ts";
import type { PublisherHit } from "../stores/records.ts";

export const publisherResponse = () =>
  z.object({
    id: z.int(),
    name: z.string(),
    external_id: z.string(),
    platform: platformSchema(),
  });

export const linkedPublisherResponse = () => publisherResponse().extend({ url: z.string().nullable() });

export const trackedPublisherResponse = lazy(() =>
  linkedPublisherResponse()
    .extend({ apps_count: z.int().meta({ description: "Number of the publisher's apps that the caller tracks." }) })
    .meta({ id: "Publisher" }),
);

export const foundPublisherResponse = lazy(() =>
  linkedPublisherResponse()
    .extend({
      app_count: z.int().meta({
        description: "Number of the publisher's apps in the search results. The publisher can have more apps.",
      }),
      sample_apps: z
        .array(z.object({ external_id: z.string(), name: z.string(), icon_url: z.string().nullable() }))
        .meta({ description: "Up to 3 apps, in the store's order." }),
    })
    .meta({ id: "PublisherSearchResult" }),
);

export function presentFoundPublisher(found: {
  readonly id: number;
  readonly platform: Platform;
  readonly hit: PublisherHit;
}): z.input<ReturnType<typeof foundPublisherResponse>> {
  const { id, platform, hit } = found;
  return { ...hit, id, platform, sample_apps: [...hit.sample_apps] };
}
