import * as z from "zod";
import { externalAppIdSchema } from "../../lib/domain/platform.ts";
import { IMPORT_MAX } from "../../lib/domain/publisher.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { publisherParams } from "../../lib/http/publisher-parameters.ts";
import { appResponse } from "../../lib/responses/app-response.ts";

export const importPublisherAppsContract = defineContract({
  operation: "importPublisherApps",
  summary:
    "Track known apps of the publisher's store and queue a sync of each. If one app is rejected, none is tracked.",
  tag: "publishers",
  method: "POST",
  path: "/publishers/{platform}/{external_id}/import",
  access: "write",
  params: publisherParams,
  body: () =>
    z.object({
      external_ids: z
        .array(externalAppIdSchema())
        .min(1)
        .max(IMPORT_MAX)
        .meta({ description: "Store ids of apps. They can belong to any publisher. A repeated id is imported once." }),
    }),
  success: {
    status: 202,
    data: () => z.array(appResponse()).meta({ description: "Apps in the order of the request, without duplicates." }),
  },
  failures: ["not_found"],
});
