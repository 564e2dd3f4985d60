import {
  type FactKey,
  factKeys,
  type ScraperFacts,
  type ScraperRelatedApp,
  type ScraperShownFacts,
} from "../../scrapers/contracts/facts.ts";
import type { ListingTarget } from "../domain/country.ts";
import type { RelatedKind } from "../domain/fact.ts";
import { externalAppIdSchema } from "../domain/platform.ts";
import { lazy } from "../runtime/lazy.ts";
import { cleanId, cleanOptionalText, cleanText, cleanUrl, LABEL_LENGTH_MAX, TITLE_LENGTH_MAX } from "./clean-text.ts";
import type { ItemLookup, RelatedApp, ShownFacts, StoreFacts, TargetLookup } from "./records.ts";

const externalAppId = lazy(externalAppIdSchema);

const SHELF_ITEMS_MAX = 50;

/** The most bytes of JSON for a fact, and for a list inside an entry. */
const VALUE_BYTES_MAX = 16_000;
const NESTED_BYTES_MAX = 4_000;

export function normaliseShownFacts({ facts, similar, more_by_publisher }: ScraperShownFacts): ShownFacts {
  return {
    ...(facts !== undefined && { facts: normaliseFacts(facts) }),
    ...relatedApps("similar", similar),
    ...relatedApps("more_by_publisher", more_by_publisher),
  };
}

/**
 * Returns facts that can be stored, with sorted lists without repeats, so that order makes no change. Invalid facts are
 * left out, as if they were not read.
 */
export function normaliseFacts(facts: ScraperFacts): StoreFacts {
  const kept: { -readonly [Key in FactKey]?: StoreFacts[Key] } = {};
  const keep = <Key extends FactKey>(key: Key) => {
    const value = normaliseFact(key, facts[key]);
    if (value !== undefined) kept[key] = value;
  };
  factKeys.forEach(keep);
  return kept;
}

function normaliseFact<Key extends FactKey>(key: Key, value: ScraperFacts[Key]): StoreFacts[Key] | undefined {
  return value === undefined || value === null ? value : normalisers[key](value);
}

const normalisers: { readonly [Key in FactKey]: (value: NonNullable<ScraperFacts[Key]>) => StoreFacts[Key] } = {
  name: (name) => cleanText(name, TITLE_LENGTH_MAX) || undefined,
  publisher: normaliseNamed,
  category: normaliseNamed,
  categories: (categories) => nonEmpty(shelf(categories.flatMap((one) => normaliseNamed(one) ?? []))),
  content_rating: ({ code, text }) => ({
    code: cleanText(code, LABEL_LENGTH_MAX),
    text: cleanOptionalText(text, TITLE_LENGTH_MAX),
  }),
  minimum_os: (version) => cleanText(version, LABEL_LENGTH_MAX) || undefined,
  size_bytes: (bytes) => bytes,
  languages: normaliseCodes,
  supported_devices: normaliseCodes,
  in_app_purchases: normalisePurchases,
  ads: (hasAds) => hasAds,
  privacy: (types) => nonEmpty(normalisePrivacy(types)),
  accessibility: (features) => nonEmpty(shelf(features.flatMap(normaliseTitled))),
  developer: normaliseDeveloper,
  privacy_policy: normaliseUrl,
  feature_graphic: normaliseUrl,
};

type Named = NonNullable<ScraperFacts["category"]>;
type Titled = NonNullable<ScraperFacts["accessibility"]>[number];

function normaliseNamed({ id, name }: Named): Named | undefined {
  const cleanedId = cleanId(id);
  const cleanedName = cleanText(name, TITLE_LENGTH_MAX);
  return cleanedId === null || cleanedName === "" ? undefined : { id: cleanedId, name: cleanedName };
}

function normaliseTitled({ id, title }: Titled): Titled[] {
  const cleanedId = cleanId(id);
  return cleanedId === null ? [] : [{ id: cleanedId, title: cleanText(title, LABEL_LENGTH_MAX) }];
}

function normaliseCodes(codes: readonly string[]): readonly string[] | undefined {
  const cleaned = codes.flatMap((code) => cleanId(code) ?? []);
  return nonEmpty(fitting([...new Set(cleaned)].toSorted(), VALUE_BYTES_MAX));
}

function normalisePurchases(purchases: NonNullable<ScraperFacts["in_app_purchases"]>): StoreFacts["in_app_purchases"] {
  if ("range" in purchases) return { range: cleanText(purchases.range, LABEL_LENGTH_MAX) };
  const items = purchases.items.map(({ name, price }) => ({
    name: cleanText(name, LABEL_LENGTH_MAX),
    price: cleanOptionalText(price, LABEL_LENGTH_MAX),
  }));
  const unique = new Map(items.map((item) => [JSON.stringify([item.name, item.price]), item]));
  const sorted = [...unique].toSorted(([a], [b]) => compare(a, b)).map(([, item]) => item);
  return { items: fitting(sorted.slice(0, SHELF_ITEMS_MAX), VALUE_BYTES_MAX) };
}

function normalisePrivacy(types: NonNullable<ScraperFacts["privacy"]>): NonNullable<StoreFacts["privacy"]> {
  return shelf(
    types.flatMap(({ categories, ...type }) => {
      const labels = shelf(categories.flatMap(normaliseTitled), NESTED_BYTES_MAX);
      return normaliseTitled(type).map((cleaned) => ({ ...cleaned, categories: labels }));
    }),
  );
}

function normaliseDeveloper({ address, website }: NonNullable<ScraperFacts["developer"]>): StoreFacts["developer"] {
  const cleaned = { address: cleanOptionalText(address, TITLE_LENGTH_MAX) || null, website: cleanUrl(website) };
  return cleaned.address === null && cleaned.website === null ? undefined : cleaned;
}

/** A URL that is not of a web page is no evidence that the app has none, so it counts as not read. */
function normaliseUrl(url: string): string | undefined {
  return cleanUrl(url) ?? undefined;
}

function shelf<Entry extends { readonly id: string }>(entries: readonly Entry[], bytesMax = VALUE_BYTES_MAX): Entry[] {
  const unique = [...new Map(entries.map((entry) => [entry.id, entry])).values()];
  return fitting(unique.toSorted((a, b) => compare(a.id, b.id)).slice(0, SHELF_ITEMS_MAX), bytesMax);
}

function fitting<Entry>(entries: readonly Entry[], bytesMax: number): Entry[] {
  let bytes = 0;
  return entries.filter((entry) => {
    bytes += Buffer.byteLength(JSON.stringify(entry)) + 1;
    return bytes <= bytesMax;
  });
}

function nonEmpty<Entry>(entries: readonly Entry[]): Entry[] | undefined {
  return entries.length === 0 ? undefined : [...entries];
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A list whose apps are all unreadable is not read. */
function relatedApps(kind: RelatedKind, shown: readonly ScraperRelatedApp[] | undefined): ShownFacts {
  const apps = shown === undefined ? [] : normaliseRelatedApps(shown);
  return shown === undefined || (shown.length > 0 && apps.length === 0) ? {} : { [kind]: apps };
}

function normaliseRelatedApps(apps: readonly ScraperRelatedApp[]): readonly RelatedApp[] {
  return apps
    .filter(({ app_id }) => externalAppId().safeParse(app_id).success)
    .map(({ app_id, name, subtitle }) => ({
      external_id: app_id,
      name: cleanText(name, TITLE_LENGTH_MAX),
      subtitle: cleanOptionalText(subtitle, TITLE_LENGTH_MAX) || null,
    }));
}

type RecordWithFacts<Of> = { readonly record: Of; readonly shown: ShownFacts };

export type LookupWithFacts<Of> = ItemLookup<RecordWithFacts<Of>>;

export function foundWithFacts<Of>(record: Of, shown: ScraperShownFacts): LookupWithFacts<Of> {
  return { outcome: "found", record: { record, shown: normaliseShownFacts(shown) } };
}

export function toTargetLookup<Of>(input: {
  readonly item: ListingTarget;
  readonly lookup: LookupWithFacts<Of>;
}): TargetLookup<Of> {
  const { item: target, lookup } = input;
  if (lookup.outcome !== "found") return { target, lookup };
  const { record, shown } = lookup.record;
  return { ...shown, target, lookup: { outcome: "found", record } };
}
