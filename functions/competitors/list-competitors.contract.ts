import * as z from "zod";

import { competitorGroupAnswer } from "../../lib/competitors/competitor-answer.ts";
import { platformSchema } from "../../lib/domain/platform.ts";
import { pageAnswer } from "../../lib/http/answers.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { pageParameters, wholeNumberParameter } from "../../lib/http/parameters.ts";

/** Each may have 100 competitors, of 1 or 2 kB as stores name apps, and a Lambda function answers at most 6 MB. */
const GROUPS_PER_PAGE_MAX = 25;

export const listCompetitorsContract = defineContract({
  operation: "listCompetitors",
  summary: "The caller's tracked apps that have competitors, newest tracked first, each with these.",
  tag: "competitors",
  method: "GET",
  path: "/competitors",
  access: "read",
  rateLimit: "user",
  params: z.object({}),
  query: z.object({
    platform: platformSchema.optional().meta({ description: "Store of the tracked app." }),
    search: z.string().max(100).optional().meta({
      description:
        "Part of a name, in any case: a tracked app of that name keeps all its competitors, any other those of that name.",
    }),
    ...pageParameters,
    per_page: wholeNumberParameter({ max: GROUPS_PER_PAGE_MAX, fallback: GROUPS_PER_PAGE_MAX }),
  }),
  body: null,
  success: { 200: pageAnswer(competitorGroupAnswer) },
  failures: [],
});
