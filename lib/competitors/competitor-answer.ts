import * as z from "zod";

import { appAnswer } from "../apps/app-answer.ts";
import { competitorRelationshipSchema } from "../domain/competitor.ts";
import { timestamp } from "../http/answers.ts";

export const competitorAnswer = z
  .object({
    id: z.int().meta({ description: "Id of the link, which removing it takes." }),
    app_id: z.int(),
    competitor_app_id: z.int(),
    relationship: competitorRelationshipSchema,
    app: appAnswer,
    created_at: timestamp,
  })
  .meta({ id: "Competitor" });

export const competitorGroupAnswer = z
  .object({ parent: appAnswer, competitors: z.array(competitorAnswer) })
  .meta({ id: "CompetitorGroup" });
