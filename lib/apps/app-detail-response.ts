import * as z from "zod";

import { competitorResponse } from "../competitors/competitor-response.ts";
import { calendarDate, timestamp } from "../http/response-schemas.ts";
import { linkedPublisherResponse } from "../publishers/publisher-response.ts";
import { appFields, listingResponse } from "./app-response.ts";

const versionResponse = z
  .object({
    id: z.int(),
    version: z.string(),
    release_date: calendarDate.nullable(),
    whats_new: z.string().nullable(),
    file_size_bytes: z.int().nullable(),
    created_at: timestamp,
  })
  .meta({ id: "Version" });

export const appDetailResponse = z
  .object({
    ...appFields,
    publisher: linkedPublisherResponse.nullable(),
    origin_country_code: z.string(),
    supported_locales: z.array(z.string()).nullable(),
    original_release_date: calendarDate.nullable(),
    is_free: z.boolean(),
    file_size_bytes: z.int().nullable(),
    unavailable_countries: z.array(z.string()),
    versions: z.array(versionResponse).meta({ description: "Newest first, at most 50." }),
    listings: z.array(listingResponse).meta({ description: "The current listing of each locale." }),
    competitors: z.array(competitorResponse).meta({ description: "Those that the caller defined." }),
  })
  .meta({ id: "AppDetail" });
