import * as z from "zod";

import type { StorefrontPrices } from "../../db/queries/listings/offers-over-time.ts";
import { pricePeriods } from "../domain/price-periods.ts";
import { presentOptionalUnixTime, presentUnixTime, timestamp } from "../domain/timestamp.ts";
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

export function presentPrices(
  storefront: StorefrontPrices,
  changesMax: number,
): z.input<ReturnType<typeof storefrontPricesResponse>> {
  const { periods, hasOlder } = pricePeriods(storefront, changesMax);
  return {
    country_code: storefront.countryCode,
    as_of: presentUnixTime(storefront.asOf),
    periods: periods.map(({ price, currency, since, until }) => ({
      price,
      currency,
      since: presentUnixTime(since),
      until: presentOptionalUnixTime(until),
    })),
    has_older: hasOlder,
  };
}
