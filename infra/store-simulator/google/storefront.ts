import type { Subject, UpstreamRequest } from "../store-route.ts";
import type { CardStorefront } from "./card.ts";

/** Returns language and country of a request; by default English and the United States. */
export function storefrontOf({ query }: UpstreamRequest): Pick<Subject, "country" | "language"> {
  return { country: (query.get("gl") ?? "us").toLowerCase(), language: query.get("hl") ?? "en" };
}

export function placeOf({ country, language }: Subject): CardStorefront {
  return { country: country ?? "us", language: language ?? "en" };
}
