import * as z from "zod";

import { competitorAnswer } from "../competitors/competitor-answer.ts";
import { calendarDate, timestamp } from "../http/answers.ts";
import { linkedPublisherAnswer } from "../publishers/publisher-answer.ts";
import { appFields, listingAnswer } from "./app-answer.ts";

const versionAnswer = z
  .object({
    id: z.int(),
    version: z.string(),
    release_date: calendarDate.nullable(),
    whats_new: z.string().nullable(),
    file_size_bytes: z.int().nullable(),
    created_at: timestamp,
  })
  .meta({ id: "Version" });

export const appDetailAnswer = z
  .object({
    ...appFields,
    publisher: linkedPublisherAnswer.nullable(),
    origin_country_code: z.string(),
    supported_locales: z.array(z.string()).nullable(),
    original_release_date: calendarDate.nullable(),
    is_free: z.boolean(),
    file_size_bytes: z.int().nullable(),
    unavailable_countries: z.array(z.string()),
    versions: z.array(versionAnswer).meta({ description: "Newest first, at most 50." }),
    listings: z.array(listingAnswer).meta({ description: "The current listing of each locale." }),
    competitors: z.array(competitorAnswer).meta({ description: "Those that the caller defined." }),
  })
  .meta({ id: "AppDetail" });
