import * as z from "zod";

import { timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

export const availabilityResponse = lazy(() =>
  z
    .object({
      country_code: z.string(),
      is_available: z
        .boolean()
        .nullable()
        .meta({
          description:
            "Null if the storefront has not been read yet; the app may or may not be available there. The times are " +
            "null as well.",
        }),
      since: timestamp().nullable().meta({
        description: "Time when the service first read this state.",
      }),
      as_of: timestamp().nullable().meta({ description: "Time when the storefront was last read." }),
    })
    .meta({ id: "Availability" }),
);
