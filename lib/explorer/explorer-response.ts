import * as z from "zod";

import { EXPLORED_SCREENSHOTS_MAX } from "../domain/explorer.ts";
import { platformSchema } from "../domain/platform.ts";
import { lazy } from "../runtime/lazy.ts";

const appFields = () => ({
  app_id: z.int(),
  external_id: z.string(),
  platform: platformSchema(),
  name: z.string().meta({ description: "Equals `external_id` while no name is known." }),
  icon_url: z.string().nullable(),
  publisher_name: z.string().nullable(),
  category_name: z.string().nullable(),
});

export const exploredIconResponse = lazy(() => z.object(appFields()).meta({ id: "ExplorerIcon" }));

export const exploredScreenshotsResponse = lazy(() =>
  z
    .object({
      ...appFields(),
      locale: z
        .string()
        .nullable()
        .meta({
          description:
            "Language of the screenshots. The order of preference is en-US, any other English, the first language of " +
            "the app's own storefront, and any other language. Null if no page of the app was read.",
        }),
      screenshots: z.array(z.object({ url: z.string(), device_type: z.string(), order: z.int() })).meta({
        description: `The first ${EXPLORED_SCREENSHOTS_MAX} screenshots of the listing. Empty if it has none.`,
      }),
    })
    .meta({ id: "ExplorerScreenshots" }),
);
