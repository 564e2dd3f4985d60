import * as z from "zod";

import { countryCodeFormat, GLOBAL_COUNTRY } from "../domain/country.ts";
import { externalAppIdSchema, platformSchema } from "../domain/platform.ts";

/** Path parameters of everything below one app. */
export const appParams = z.object({ platform: platformSchema, external_id: externalAppIdSchema });

/** A country code in a query, in either case. Whether the country exists is the use case's to say. */
export const countryCodeParameter = z
  .string()
  .toLowerCase()
  .pipe(countryCodeFormat.refine((code) => code !== GLOBAL_COUNTRY, "The selected country code is invalid."))
  .meta({ description: "ISO 3166-1 alpha-2 code of a storefront.", example: "us" });

export const PAGE_SIZE_MAX = 100;
const PAGE_SIZE = 50;
const PAGE_MAX = 1_000_000;

export const pageParameters = {
  page: wholeNumberParameter({ max: PAGE_MAX, fallback: 1 }),
  per_page: wholeNumberParameter({ max: PAGE_SIZE_MAX, fallback: PAGE_SIZE }),
};

/** A list in a query: `key=a,b`, `key[]=a&key[]=b` or `key[0]=a&key[1]=b`. */
export function listParameter<Item extends z.ZodType>(item: Item, max: number) {
  return z.preprocess(listItems, z.array(item).max(max));
}

/** From 1 on, decimal digits alone: no sign, fraction, exponent, blank or leading zero. */
export function wholeNumberParameter(bounds: { readonly max: number; readonly fallback: number }) {
  return z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .pipe(z.int().max(bounds.max))
    .default(bounds.fallback)
    .meta({
      override: ({ jsonSchema }) => {
        delete jsonSchema.pattern;
        Object.assign(jsonSchema, { type: "integer", minimum: 1, maximum: bounds.max, default: bounds.fallback });
      },
    });
}

function listItems(value: unknown): unknown {
  if (typeof value === "string") return value.split(",");
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return Object.values(value);
  return value;
}
