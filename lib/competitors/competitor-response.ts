import * as z from "zod";

import { appResponse } from "../apps/app-response.ts";
import { competitorRelationshipSchema } from "../domain/competitor.ts";
import { timestamp } from "../http/response-schemas.ts";

export const competitorResponse = z
  .object({
    id: z.int().meta({ description: "Id of the link, which removing it takes." }),
    app_id: z.int(),
    competitor_app_id: z.int(),
    relationship: competitorRelationshipSchema,
    app: appResponse,
    created_at: timestamp,
  })
  .meta({ id: "Competitor" });

export const competitorGroupResponse = z
  .object({ parent: appResponse, competitors: z.array(competitorResponse) })
  .meta({ id: "CompetitorGroup" });
