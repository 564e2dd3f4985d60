import * as z from "zod";

import { appResponse } from "../../lib/apps/app-response.ts";
import { externalAppIdSchema } from "../../lib/domain/platform.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { publisherParams } from "../../lib/http/parameters.ts";
import { dataResponse } from "../../lib/http/response-schemas.ts";
import { IMPORT_MAX } from "../../lib/publishers/import-apps.ts";

export const importAppsContract = defineContract({
  operation: "importPublisherApps",
  summary: "Track apps of a publisher's platform that the database knows, all or none, and queue a sync of each.",
  tag: "publishers",
  method: "POST",
  path: "/publishers/{platform}/{external_id}/import",
  access: "write",
  rateLimit: "user",
  params: publisherParams,
  query: z.object({}),
  body: z.object({
    external_ids: z
      .array(externalAppIdSchema)
      .min(1)
      .max(IMPORT_MAX)
      .meta({ description: "Store ids of apps, of any publisher. An id that is named twice is imported once." }),
  }),
  success: {
    202: dataResponse(z.array(appResponse).meta({ description: "In the order in which they are first named." })),
  },
  failures: ["not_found"],
});
