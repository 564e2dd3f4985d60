import type { Purchase } from "./app-shelves.ts";
import type { ShownApp } from "./related-apps.ts";
import { appPageUrl } from "./software-record.ts";

/** Returns the part of a rendered page that parsers of its markup read. */
export function pageMarkup(purchases: readonly Purchase[], apps: readonly ShownApp[]): string {
  const links = apps.map(
    ({ app, listing }) =>
      `<li><a href="${escaped(appPageUrl(app, listing.country))}">${escaped(listing.title)}</a></li>`,
  );
  return `<main>${informationList(purchases)}<ul>${links.join("")}</ul></main>`;
}

function informationList(purchases: readonly Purchase[]): string {
  if (purchases.length === 0) return "";
  const items = purchases.map(({ name, price }) => `<li>${span(name)}${price === null ? "" : span(price)}</li>`);
  return `<dl><dt>In-App Purchases</dt><dd><ul>${items.join("")}</ul></dd></dl>`;
}

function span(text: string): string {
  return `<span>${escaped(text)}</span>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
}
