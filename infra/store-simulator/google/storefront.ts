import type { Subject, UpstreamRequest } from "../store-route.ts";
import type { CardStorefront } from "./card.ts";

/** Language and country of a request; Google Play takes English and the United States where none is given. */
export function storefrontOf({ query }: UpstreamRequest): Pick<Subject, "country" | "language"> {
  return { country: (query.get("gl") ?? "us").toLowerCase(), language: query.get("hl") ?? "en" };
}

export function placeOf({ country, language }: Subject): CardStorefront {
  return { country: country ?? "us", language: language ?? "en" };
}
