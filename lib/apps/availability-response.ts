import * as z from "zod";

import type { AvailabilityRow } from "../../db/queries/offers-over-time.ts";
import { presentUnixTime, timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

export const availabilityResponse = lazy(() =>
  z
    .object({
      country_code: z.string(),
      is_available: z.boolean(),
      since: timestamp().meta({
        description: "When the store first showed it so; at the earliest, when it was first read.",
      }),
      as_of: timestamp().meta({ description: "When it was last read." }),
    })
    .meta({ id: "Availability" }),
);

export function presentAvailability(row: AvailabilityRow): z.input<ReturnType<typeof availabilityResponse>> {
  return {
    country_code: row.countryCode,
    is_available: row.isAvailable,
    since: presentUnixTime(row.since),
    as_of: presentUnixTime(row.asOf),
  };
}
