import * as z from "zod";

import { timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

const periodResponse = () =>
  z.object({
    price: z.number(),
    currency: z.string().nullable(),
    since: timestamp(),
    until: timestamp().nullable().meta({ description: "null for the last known price." }),
  });

export const storefrontPricesResponse = lazy(() =>
  z
    .object({
      country_code: z.string().nullable().meta({
        description: "The storefront in which the price was read. null on Google Play where that is not known.",
      }),
      as_of: timestamp().meta({ description: "When the price was last read." }),
      periods: z.array(periodResponse()).meta({ description: "Newest first." }),
      has_older: z.boolean().meta({ description: "Whether older periods were left out." }),
    })
    .meta({ id: "StorefrontPrices" }),
);
