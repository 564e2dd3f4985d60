import { countryName, shortLocaleName } from "../../format/locale-names.ts";
import { formatCount, formatDecimal, formatPrice, formatQuantity } from "../../format/numbers.ts";
import { fieldNames } from "../changes/change-labels.ts";
import type { Event, EventData } from "./event.ts";
import { describeMove } from "./rank-words.ts";

/** Returns what happened, such as "Title changed in 39 languages (2 texts)". */
export function describeEvent({ type, field, data }: Pick<Event, "type" | "field" | "data">): string {
  switch (type) {
    case "listing.changed":
      return `${nameOf(field)} changed${isOfPictures(data) ? describePictures(field, data) : describeTexts(data)}`;
    case "listing.locale_added":
      return `Listing added${inLanguages(data)}`;
    case "listing.locale_removed":
      return `Listing removed${inLanguages(data)}`;
    case "app.version_released":
      return data.version === null ? "New version" : `New version ${data.version}`;
    case "app.price_changed":
      return describePrice(data);
    case "app.availability_changed":
      return `${describeAvailability(data)}${inStorefronts(data)}`;
    case "app.removed":
      return "No storefront sells it any longer";
    case "app.returned":
      return `Available again${inStorefronts(data)}`;
    case "app.fact_changed":
      return `${nameOf(field)} changed${inStorefronts(data)}`;
    case "rating.changed":
      return describeRating(data);
    case "chart.rank_changed":
      return describeRanks(data);
    case "keyword.rank_changed":
      return describeKeywords(data);
    case "publisher.app_added":
      return data.publisher === null ? "New app" : `New app of ${data.publisher.name}`;
    case "sync.failed":
      return data.reason === null || data.reason === "" ? "Sync failed" : `Sync failed: ${data.reason}`;
  }
}

function nameOf(field: Event["field"]): string {
  return field === null ? "Listing" : fieldNames[field];
}

function isOfPictures({ before_pictures: before, after_pictures: after }: EventData): boolean {
  return before !== null || after !== null;
}

/** Pictures have no language, so only the number of different ones is shown. */
function describePictures(field: Event["field"], { distinct_texts: count }: EventData): string {
  if (count === null || count < 2) return "";
  return ` (${formatCount(count)} different ${field === "icon_url" ? "icons" : "sets"})`;
}

function describeTexts(data: EventData): string {
  const texts = data.distinct_texts ?? 1;
  const count = data.languages_total ?? 0;
  return `${inLanguages(data)}${count > 1 ? ` (${formatQuantity(texts, "text")})` : ""}`;
}

function inLanguages({ locale, languages_total: count }: EventData): string {
  if (count === 1 && locale !== null) return ` in ${shortLocaleName(locale)}`;
  return count === null || count === 0 ? "" : ` in ${formatQuantity(count, "language")}`;
}

/** Returns "" for a value that all storefronts share. */
function inStorefronts({ countries, countries_total: count }: EventData): string {
  const [only] = countries ?? [];
  if (count === 1 && only !== undefined && only.country_code !== null) return ` in ${countryName(only.country_code)}`;
  return count === null || count === 0 ? "" : ` in ${formatQuantity(count, "storefront")}`;
}

function describePrice(data: EventData): string {
  const { before, after, countries, countries_total: count } = data;
  const places = countries ?? [];
  const [first] = places;
  const isSame = places.length === count && places.every((one) => one.before === before && one.after === after);
  const where =
    isSame || first === undefined || first.country_code === null || count === null || count < 2
      ? inStorefronts(data)
      : ` in ${countryName(first.country_code)}, and changed in ${formatCount(count - 1)} more`;
  return `Price: ${priceText(before)} → ${priceText(after)}${where}`;
}

/** Returns a price such as "$1.99" of a text such as "1.99 USD". */
export function priceText(text: string | null): string {
  if (text === null) return "unknown";
  const [amount, currency = null] = text.split(" ");
  const price = Number(amount);
  return Number.isFinite(price) ? formatPrice(price, currency) : text;
}

function describeAvailability({ countries }: EventData): string {
  const values = new Set((countries ?? []).map(({ after }) => after));
  if (values.size > 1) return "Availability changed";
  return values.has("unavailable") ? "Became unavailable" : "Became available";
}

function describeRating({
  rating,
  previous_rating: old,
  rating_count: count,
  previous_rating_count: before,
}: EventData) {
  const hasMoved = rating !== null && old !== null && formatDecimal(rating) !== formatDecimal(old);
  const average = hasMoved ? `${formatDecimal(old)} → ${formatDecimal(rating)}` : rating && formatDecimal(rating);
  const gained = (count ?? 0) - (before ?? 0);
  const ratings = gained === 0 ? [] : [formatQuantity(Math.abs(gained), gained > 0 ? "more rating" : "fewer rating")];
  return `Rating: ${[...(average === null || average === 0 ? [] : [average]), ...ratings].join(", ")}`;
}

function describeRanks({ charts, charts_total: count }: EventData): string {
  const [first] = charts ?? [];
  const moved = `Moved in ${formatQuantity(count ?? 0, "chart")}`;
  return first === undefined ? moved : `${moved}: ${describeMove(first)}`;
}

function describeKeywords({ keywords, keywords_total: count }: EventData): string {
  const [first] = keywords ?? [];
  const moved = `Rank moved for ${formatQuantity(count ?? 0, "tracked keyword")}`;
  if (first === undefined) return moved;
  const { term, country_code: code, previous_rank: before, rank } = first;
  return `${moved}: “${term}” in ${countryName(code)} ${before ?? "unranked"} → ${rank ?? "unranked"}`;
}
