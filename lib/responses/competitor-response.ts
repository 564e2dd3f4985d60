import * as z from "zod";

import { competitorRelationshipSchema } from "../domain/competitor.ts";
import { timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";
import { appResponse } from "./app-response.ts";

export const competitorResponse = lazy(() =>
  z
    .object({
      id: z.int().meta({ description: "Id of the competitor link. It is needed to remove the competitor." }),
      app_id: z.int(),
      competitor_app_id: z.int(),
      relationship: competitorRelationshipSchema(),
      app: appResponse(),
      created_at: timestamp(),
    })
    .meta({ id: "Competitor" }),
);

export const competitorGroupResponse = lazy(() =>
  z.object({ parent: appResponse(), competitors: z.array(competitorResponse()) }).meta({ id: "CompetitorGroup" }),
);
