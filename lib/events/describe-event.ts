import type { EventData, EventField, EventType } from "../domain/event.ts";

export type DescribedEvent = {
  readonly type: EventType;
  readonly field: EventField | null;
  readonly data: EventData;
};

type Description = { readonly what: string; readonly lines: readonly string[] };

/** Lines of places or charts in one entry. The dashboard and the API show all of them. */
const PLACES_MAX = 10;

/** Returns what happened in a few words, and lines that say more. Feeds and chats show both. */
export function describeEvent({ type, field, data }: DescribedEvent): Description {
  switch (type) {
    case "listing.changed":
      return { what: `${nameOf(field)} changed${inLanguages(data)}`, lines: valuesOf(data) };
    case "listing.locale_added":
      return { what: `Listing added${inLanguages(data)}`, lines: valuesOf(data) };
    case "listing.locale_removed":
      return { what: `Listing removed${inLanguages(data)}`, lines: valuesOf(data) };
    case "app.version_released":
      return { what: `New version ${data.version ?? ""}`.trim(), lines: given(data.whats_new) };
    case "app.price_changed":
      return { what: `Price changed${inStorefronts(data)}`, lines: placesOf(data) };
    case "app.availability_changed":
      return { what: `Availability changed${inStorefronts(data)}`, lines: placesOf(data) };
    case "app.removed":
      return { what: "No storefront sells it any longer", lines: placesOf(data) };
    case "app.returned":
      return { what: `Available again${inStorefronts(data)}`, lines: placesOf(data) };
    case "app.fact_changed":
      return { what: `${nameOf(field)} changed${inStorefronts(data)}`, lines: valuesOf(data) };
    case "rating.changed":
      return { what: `Rating ${arrow(data.previous_rating, data.rating)}`, lines: ratingsOf(data) };
    case "chart.rank_changed":
      return { what: `Rank moved in ${quantity(data.charts_total ?? 0, "chart")}`, lines: chartsOf(data) };
    case "keyword.rank_changed":
      return {
        what: `Rank moved for ${quantity(data.keywords_total ?? 0, "tracked keyword")}`,
        lines: keywordsOf(data),
      };
    case "publisher.app_added":
      return { what: `New app of ${data.publisher?.name ?? "its publisher"}`, lines: [] };
    case "sync.failed":
      return { what: "Sync failed", lines: given(data.reason) };
  }
}

type NamedApp = { readonly name: string | null; readonly external_id: string };

/** Returns the title of a text about an app. */
export function titleOf(app: NamedApp, what: string): string {
  return `${app.name ?? app.external_id}: ${what}`;
}

const shortNames: Partial<Record<EventField, string>> = { icon_url: "Icon", video_url: "Video", name: "Name" };

function nameOf(field: EventField | null): string {
  if (field === null) return "Listing";
  const words = field.replaceAll("_", " ");
  return shortNames[field] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function inLanguages({ locale, languages_total: count = 0 }: EventData): string {
  if (count === 1 && locale) return ` in ${locale}`;
  return count === 0 ? "" : ` in ${quantity(count, "language")}`;
}

/** Returns "" for a value that all storefronts share. */
function inStorefronts({ countries = [], countries_total: count = 0 }: EventData): string {
  const [first] = countries;
  if (count === 1 && first?.country_code) return ` in ${first.country_code}`;
  return count === 0 ? "" : ` in ${quantity(count, "storefront")}`;
}

function valuesOf({ before, after }: EventData): readonly string[] {
  return [...given(before).map((value) => `Before: ${value}`), ...given(after).map((value) => `After: ${value}`)];
}

function placesOf(data: EventData): readonly string[] {
  const { countries = [], countries_total: total = 0 } = data;
  if (countries.length === 0) return valuesOf(data);
  const lines = countries.slice(0, PLACES_MAX).map(({ country_code: code, before, after }) => {
    return `${code ?? "all storefronts"}: ${arrow(before, after)}`;
  });
  return withRest(lines, total, "storefront");
}

function chartsOf({ charts = [], charts_total: total = 0 }: EventData): readonly string[] {
  const lines = charts.slice(0, PLACES_MAX).map(({ country_code: code, collection, rank, previous_rank: before }) => {
    return `${code}, ${collection}: ${arrow(before, rank)}`;
  });
  return withRest(lines, total, "chart");
}

function keywordsOf({ keywords = [], keywords_total: total = 0 }: EventData): readonly string[] {
  const lines = keywords.slice(0, PLACES_MAX).map(({ term, country_code: code, rank, previous_rank: before }) => {
    return `${term} in ${code}: ${arrow(before, rank)}`;
  });
  return withRest(lines, total, "tracked keyword");
}

function withRest(lines: readonly string[], total: number, noun: string): readonly string[] {
  const rest = total - lines.length;
  return rest > 0 ? [...lines, `and ${quantity(rest, noun)} more`] : lines;
}

function ratingsOf({ rating_count: count = 0, previous_rating_count: before = 0 }: EventData): readonly string[] {
  return [`${count} ratings, ${before} before`];
}

function arrow(before: string | number | null | undefined, after: string | number | null | undefined): string {
  return `${before ?? "none"} → ${after ?? "none"}`;
}

function given(value: string | null | undefined): readonly string[] {
  return value ? [value] : [];
}

export function quantity(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
