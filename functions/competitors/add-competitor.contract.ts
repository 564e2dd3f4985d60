import * as z from "zod";
import { competitorRelationshipSchema } from "../../lib/domain/competitor.ts";
import { externalAppIdSchema, platformSchema } from "../../lib/domain/platform.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams, ROW_ID_MAX } from "../../lib/http/parameters.ts";
import { competitorResponse } from "../../lib/responses/competitor-response.ts";

const body = () =>
  z
    .object({
      competitor_app_id: z
        .int()
        .min(1)
        .max(ROW_ID_MAX)
        .optional()
        .meta({ description: "Id of the competitor's app. Send either this or `competitor_external_id`." }),
      competitor_external_id: externalAppIdSchema()
        .optional()
        .meta({ description: "The store's id of the competitor's app. Send either this or `competitor_app_id`." }),
      competitor_platform: platformSchema().optional().meta({
        description:
          "Store of `competitor_external_id`, only valid together with it. The default is the platform in the path.",
      }),
      relationship: competitorRelationshipSchema().default("direct"),
    })
    .refine((given) => given.competitor_app_id !== undefined || given.competitor_external_id !== undefined, {
      path: ["competitor_app_id"],
      error: "The competitor app id field is required when no competitor external id is given.",
    })
    .refine((given) => given.competitor_app_id === undefined || given.competitor_external_id === undefined, {
      path: ["competitor_external_id"],
      error: "The competitor external id field cannot be given together with a competitor app id.",
    })
    .refine((given) => given.competitor_platform === undefined || given.competitor_app_id === undefined, {
      path: ["competitor_platform"],
      error: "The competitor platform field goes with a competitor external id alone.",
    });

export const addCompetitorContract = defineContract({
  operation: "addCompetitor",
  summary: "Add a known app to the competitors of an app. Each user can define 100 competitors of an app.",
  tag: "competitors",
  method: "POST",
  path: "/apps/{platform}/{external_id}/competitors",
  access: "write",
  params: appParams,
  body,
  success: { status: 201, data: competitorResponse },
  failures: ["not_found", "conflict"],
});
