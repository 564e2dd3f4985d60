import * as z from "zod";

import { competitorResponse } from "../../lib/competitors/competitor-response.ts";
import { competitorRelationshipSchema } from "../../lib/domain/competitor.ts";
import { externalAppIdSchema, platformSchema } from "../../lib/domain/platform.ts";
import { ROW_ID_MAX } from "../../lib/domain/row-id.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams } from "../../lib/http/parameters.ts";
import { dataResponse } from "../../lib/http/response-schemas.ts";

const body = z
  .object({
    competitor_app_id: z
      .int()
      .min(1)
      .max(ROW_ID_MAX)
      .optional()
      .meta({ description: "Id of the competitor's app. Either this or competitor_external_id, not both." }),
    competitor_external_id: externalAppIdSchema
      .optional()
      .meta({ description: "The store's id of the competitor's app. Either this or competitor_app_id, not both." }),
    competitor_platform: platformSchema.optional().meta({
      description: "Store of competitor_external_id, and given with it alone. Left out: that of the app in the path.",
    }),
    relationship: competitorRelationshipSchema.default("direct"),
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
  summary: "Define a competitor of an app: an app that the database knows, at most 100 an app.",
  tag: "competitors",
  method: "POST",
  path: "/apps/{platform}/{external_id}/competitors",
  access: "write",
  rateLimit: "user",
  params: appParams,
  query: z.object({}),
  body,
  success: { 201: dataResponse(competitorResponse) },
  failures: ["not_found", "conflict"],
});
