import { ScraperContractError } from "./scraper-errors.ts";

export type ScraperRoute = {
  readonly operation: string;
  /** Path segments, unencoded. */
  readonly segments: readonly string[];
  readonly query: Readonly<Record<string, string>>;
};

/** The address of a route. What is signed is what is sent only when each value is encoded once and strictly. */
export function scraperUrl(baseUrl: string, route: ScraperRoute): URL {
  const base = new URL(baseUrl);
  const path = [base.pathname.replace(/\/+$/, ""), ...route.segments.map(encodeRfc3986)].join("/");
  const url = new URL(path, base);
  url.search = Object.entries(route.query)
    .map(([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`)
    .join("&");

  if (url.pathname !== path || route.segments.includes("")) {
    throw new ScraperContractError({ operation: route.operation, detail: "a path segment is empty or a dot segment" });
  }
  return url;
}

function encodeRfc3986(value: string): string {
  const encoded = encodeURIComponent(value.toWellFormed());
  return encoded.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
