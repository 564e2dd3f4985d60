import type { StoreRoute } from "../store-route.ts";
import { nativeSubject } from "./storefront-ids.ts";

const HINTS_MAX = 10;

/** Returns search suggestions for a prefix. Without a storefront header, Apple returns none. */
export const hintsRoute: StoreRoute = {
  platform: "ios",
  kind: "suggestions",
  method: "GET",
  host: "search.itunes.apple.com",
  path: /^\/WebObjects\/MZSearchHints\.woa\/wa\/hints$/,

  subject: nativeSubject,

  reply({ catalogue, day, request, subject }) {
    const country = subject.country ?? "us";
    const term = request.query.get("term") ?? "";
    const hasStoreFront = request.headers["x-apple-store-front"] !== undefined;
    const terms = hasStoreFront ? catalogue.suggestions({ platform: "ios", term, country, day, limit: HINTS_MAX }) : [];
    return { status: 200, headers: { "content-type": "text/xml; charset=UTF-8" }, body: plist(terms) };
  },
};

function plist(terms: readonly string[]): string {
  const hints = terms.map((term, index) =>
    [
      "<dict>",
      `<key>term</key><string>${asXml(term)}</string>`,
      `<key>priority</key><integer>${10_000 - index}</integer>`,
      `<key>url</key><string>${asXml(searchUrl(term))}</string>`,
      "</dict>",
    ].join(""),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    `<plist version="1.0"><dict><key>title</key><string>Suggestions</string><key>hints</key><array>${hints.join("")}`,
    "</array></dict></plist>",
  ].join("\n");
}

function searchUrl(term: string): string {
  const query = new URLSearchParams({ clientApplication: "Software", media: "software", term });
  return `https://search.itunes.apple.com/WebObjects/MZStore.woa/wa/search?${query}`;
}

function asXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
