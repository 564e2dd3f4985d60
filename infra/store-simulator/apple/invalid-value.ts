import { json, type StoreResponse } from "../store-route.ts";

/** Apple appends this to each such error, whatever was wrong. */
const queryParameters = {
  output: "json",
  callback: "A javascript function to handle your search results",
  country: "ISO-2A country code",
  limit: "The number of search results to return",
  term: "A search string",
  lang: "ISO-2A language code",
};

export function invalidValue(key: "country" | "language" | "itunesId"): StoreResponse {
  return json(400, lookupBody({ errorMessage: `Invalid value(s) for key(s): [${key}]`, queryParameters }));
}

export function lookupBody(content: unknown): string {
  return `\n\n\n${JSON.stringify(content)}\n\n\n`;
}
