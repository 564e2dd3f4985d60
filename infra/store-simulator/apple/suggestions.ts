import { escaped } from "../pictures/markup.ts";
import type { StoreRoute } from "../store-route.ts";
import { nativeSubject } from "./storefront-ids.ts";

const HINTS_MAX = 10;

/** The hints that a phone shows while somebody types, as a property list. */
export const appleSuggestionsRoute: StoreRoute = {
  platform: "ios",
  kind: "suggestions",
  method: "GET",
  host: "search.itunes.apple.com",
  path: /^\/WebObjects\/MZSearchHints\.woa\/wa\/hints$/,

  subject: nativeSubject,

  reply({ catalogue, day, request, subject }) {
    const { country, language } = { country: subject.country ?? "us", language: subject.language };
    const term = request.query.get("term") ?? "";
    const terms = catalogue.suggest({ platform: "ios", term, country, language, day, limit: HINTS_MAX });
    return { status: 200, headers: { "content-type": "text/xml; charset=utf-8" }, body: propertyList(terms) };
  },
};

function propertyList(terms: readonly string[]): string {
  const hints = terms.map((term) => `<dict><key>term</key><string>${escaped(term)}</string>${address(term)}</dict>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<plist version="1.0"><dict><key>title</key><string>Suggestions</string>',
    `<key>hints</key><array>${hints.join("")}</array></dict></plist>`,
  ].join("\n");
}

function address(term: string): string {
  const query = new URLSearchParams({ clientApplication: "Software", media: "software", term });
  const url = `https://search.itunes.apple.com/WebObjects/MZStore.woa/wa/search?${query}`;
  return `<key>url</key><string>${escaped(url)}</string>`;
}
