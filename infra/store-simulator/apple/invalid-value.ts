import { json, type StoreResponse } from "../store-route.ts";

/** What Apple appends to each such error, whatever was wrong. */
const queryParameters = {
  output: "json",
  callback: "A javascript function to handle your search results",
  country: "ISO-2A country code",
  limit: "The number of search results to return",
  term: "A search string",
  lang: "ISO-2A language code",
};

/** Returns lookup's response to a parameter that it does not take, which it names by a key of its own. */
export function invalidValue(key: "country" | "language" | "itunesId"): StoreResponse {
  return json(400, lookupBody({ errorMessage: `Invalid value(s) for key(s): [${key}]`, queryParameters }));
}

export function lookupBody(content: unknown): string {
  return `\n\n\n${JSON.stringify(content)}\n\n\n`;
}
