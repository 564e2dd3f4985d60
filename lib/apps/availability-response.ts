import * as z from "zod";

import { timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

export const availabilityResponse = lazy(() =>
  z
    .object({
      country_code: z.string(),
      is_available: z.boolean().nullable().meta({
        description: "Null, as the times are, for a storefront that was not read yet: the app may or may not be there.",
      }),
      since: timestamp().nullable().meta({
        description: "When the store first showed it so; at the earliest, when it was first read.",
      }),
      as_of: timestamp().nullable().meta({ description: "When it was last read." }),
    })
    .meta({ id: "Availability" }),
);
