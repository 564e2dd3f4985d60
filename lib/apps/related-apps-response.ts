import * as z from "zod";

import { timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

const relatedAppResponse = lazy(() =>
  z
    .object({
      external_id: z.string(),
      name: z.string(),
      subtitle: z.string().nullable().meta({ description: "Null if the page shows none, as on Google Play." }),
      app_id: z.int().nullable().meta({ description: "Null if this service does not know the app." }),
      icon_url: z.string().nullable(),
    })
    .meta({ id: "RelatedApp" }),
);

const relatedListResponse = lazy(() =>
  z
    .object({
      apps: z.array(relatedAppResponse()).meta({ description: "At most 50 apps, in the order of the store." }),
      country_code: z.string().meta({ description: "Storefront of the page that first showed these apps." }),
      valid_from: timestamp().meta({ description: "Time when the page first showed these apps, in any order." }),
      read_on: z.iso.date().meta({ description: "Day (UTC) of the last read." }),
    })
    .meta({ id: "RelatedApps" }),
);

export const relatedAppsResponse = lazy(() =>
  z.object({
    similar: relatedListResponse().nullable().meta({ description: "Null if no page has shown similar apps yet." }),
    more_by_publisher: relatedListResponse()
      .nullable()
      .meta({ description: "Null if no page has shown other apps of the publisher yet." }),
  }),
);
