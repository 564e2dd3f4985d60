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
const PAGE_MAX = 1_000_000;

export const pageParameters = {
  page: wholeNumberParameter(1, PAGE_MAX).default(1),
  per_page: wholeNumberParameter(1, PAGE_SIZE_MAX).default(50),
};

/** A list in a query: `key=a,b`, `key[]=a&key[]=b` or `key[0]=a&key[1]=b`. */
export function listParameter<Item extends z.ZodType>(item: Item, max: number) {
  return z.preprocess(listItems, z.array(item).max(max));
}

/** Decimal digits alone: no sign, fraction, exponent, blank or leading zero. */
export function wholeNumberParameter(min: number, max: number) {
  return z
    .string()
    .regex(/^(0|[1-9]\d{0,9})$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));
}

function listItems(value: unknown): unknown {
  if (typeof value === "string") return value.split(",");
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return Object.values(value);
  return value;
}
