import * as z from "zod";

import { timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

const periodResponse = () =>
  z.object({
    price: z.number(),
    currency: z.string().nullable(),
    since: timestamp(),
    until: timestamp().nullable().meta({ description: "Null for the last known price." }),
  });

export const storefrontPricesResponse = lazy(() =>
  z
    .object({
      country_code: z.string().nullable().meta({
        description: "Storefront where the price was read. It can be null on Google Play, if it is not known.",
      }),
      as_of: timestamp().meta({ description: "Time when the price was last read." }),
      periods: z.array(periodResponse()).meta({ description: "Price periods, newest first." }),
      has_older: z.boolean().meta({ description: "True if older periods were left out." }),
    })
    .meta({ id: "StorefrontPrices" }),
);
