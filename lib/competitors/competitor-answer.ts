import * as z from "zod";

import { appAnswer, presentApp } from "../apps/app-answer.ts";
import { competitorRelationshipSchema } from "../domain/competitor.ts";
import { presentUnixTime, timestamp } from "../domain/timestamp.ts";
import type { Competitor } from "./find-competitors.ts";

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

export function presentCompetitor({ link, app }: Competitor): z.input<typeof competitorAnswer> {
  return {
    id: link.id,
    app_id: link.appId,
    competitor_app_id: link.competitorAppId,
    relationship: link.relationship,
    app: presentApp(app),
    created_at: presentUnixTime(link.createdAt),
  };
}
