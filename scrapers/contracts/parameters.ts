import * as z from "zod";

import { lazy } from "../../lib/runtime/lazy.ts";
import { CHART_ENTRIES_MAX } from "./lists.ts";
import { STOREFRONTS_PER_CALL_MAX } from "./records.ts";

/** Accepts either case and returns lower case. */
export const countryCode = lazy(() =>
  z
    .string()
    .regex(/^[A-Za-z]{2}$/)
    .toLowerCase(),
);

export const storeLanguage = lazy(() => z.string().regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,4})?$/));

export const chartSize = lazy(() => z.coerce.number().int().min(1).max(CHART_ENTRIES_MAX).default(CHART_ENTRIES_MAX));

export const searchQuery = lazy(() =>
  z.object({
    term: z.string().trim().min(1).max(100),
    limit: z.coerce.number().int().min(1).max(50).default(10),
    country: countryCode().default("us"),
  }),
);

/** `lang` is the language in which the store is searched. Suggestions of the App Store know only the storefront. */
export const termQuery = lazy(() =>
  z.object({
    term: z.string().trim().min(1).max(100),
    country: countryCode().default("us"),
    lang: storeLanguage().default("en"),
  }),
);

export function storefrontList<Element extends z.ZodType<unknown, string>>(element: Element) {
  return listOf(element, STOREFRONTS_PER_CALL_MAX);
}

export function listOf<Element extends z.ZodType<unknown, string>>(element: Element, elementsMax: number) {
  return z
    .string()
    .transform((value) => value.split(","))
    .pipe(z.array(element).min(1).max(elementsMax));
}

/** `include=facts` adds the facts of the app and its related apps. */
export const includeFacts = lazy(() => z.literal("facts").optional());

/** `a` or `a:b` */
export function withPartner(first: z.ZodString, second: z.ZodString) {
  return z
    .string()
    .transform((element) => element.split(":"))
    .pipe(z.union([z.tuple([first]), z.tuple([first, second])]));
}

export function pairOf(first: z.ZodString, second: z.ZodString) {
  return z
    .string()
    .transform((element) => element.split(":"))
    .pipe(z.tuple([first, second]));
}
