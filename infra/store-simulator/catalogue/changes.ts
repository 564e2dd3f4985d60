import { type Country, GLOBAL_COUNTRY, listingLanguages } from "../../../lib/domain/country.ts";
import { type TrackedListingField, trackedListingFields } from "../../../lib/domain/listing-field.ts";
import { platformFacts } from "../../../lib/domain/platform.ts";

import type { AppOnDay, AttributesOnDay, ListingOnDay, MetricsOnDay } from "./records.ts";

type Change<T> = { readonly before: T; readonly after: T };
type Rating = Pick<MetricsOnDay, "rating" | "ratingCount" | "stars">;
type Price = Pick<MetricsOnDay, "price" | "currency">;

export type ListingChange = Change<unknown> & {
  readonly locale: string;
  readonly country: string;
  readonly field: TrackedListingField | "locale_added" | "locale_removed";
};

export type CatalogueChanges = {
  readonly identity: readonly (Change<unknown> & { readonly field: string })[];
  /** One row per field and language, read in the first of its storefronts that has the app. */
  readonly listings: readonly ListingChange[];
  readonly prices: readonly (Change<Price> & { readonly country: string })[];
  /** Only storefronts with the app on both days have rows. Google Play has one row, under `zz`. */
  readonly ratings: readonly (Change<Rating> & { readonly country: string })[];
  readonly installs: Change<string | null> | null;
  readonly attributes: readonly (Change<unknown> & { readonly attribute: keyof AttributesOnDay })[];
  readonly availability: readonly (Change<boolean> & { readonly country: string })[];
};

const listingFields = {
  title: (listing) => listing.title,
  subtitle: (listing) => listing.subtitle,
  short_description: (listing) => listing.shortDescription,
  promotional_text: (listing) => listing.promotionalText,
  description: (listing) => listing.description,
  whats_new: (listing) => listing.whatsNew,
  screenshots: (listing) => listing.screenshots,
  icon_url: (listing) => listing.iconUrl,
  video_url: (listing) => listing.videoUrl,
} satisfies Record<TrackedListingField, (listing: ListingOnDay) => unknown>;

const identityFields = ["name", "version", "versionReleasedAt", "iconUrl", "isInStore"] as const;

const attributeNames = [
  "secondCategory", "age", "minimumOs", "devices", "hasAds", "purchases", "privacy", "accessibility", "address",
  "hasPrivacyPolicy", "featureGraphic",
] as const satisfies readonly (keyof AttributesOnDay)[]; // biome-ignore format: a word list

export function changesBetween(before: AppOnDay, after: AppOnDay, countries: readonly Country[]): CatalogueChanges {
  const both = before.availableCountries().filter((country) => after.isAvailable(country));
  const isGlobal = platformFacts[before.platform].hasGlobalMetrics;
  const rated = isGlobal ? both.slice(0, 1) : both;
  const moves = [...new Set([...before.availableCountries(), ...after.availableCountries()])].toSorted();

  return {
    identity: identityFields.map((field) => ({ field, before: before[field], after: after[field] })).filter(differs),
    listings: listingLanguages(countries, before.platform).flatMap(({ locale, storefronts }) => {
      const [first = ""] = storefronts;
      const shownIn = (app: AppOnDay) => storefronts.find((code) => app.isAvailable(code)) ?? first;
      const country = shownIn(after);
      return listingChanges(before.listing(locale, shownIn(before)), after.listing(locale, country)).map((change) => ({
        locale,
        country,
        ...change,
      }));
    }),
    prices: metricChanges({ before, after, countries: both, read: priceOf }),
    ratings: metricChanges({ before, after, countries: rated, read: ratingOf }).map((change) =>
      isGlobal ? { ...change, country: GLOBAL_COUNTRY } : change,
    ),
    attributes: attributeNames
      .map((attribute) => ({
        attribute,
        before: before.attributes[attribute],
        after: after.attributes[attribute],
      }))
      .filter(differs),
    installs:
      metricChanges({ before, after, countries: both.slice(0, 1), read: (metrics) => metrics.installsRange })[0] ??
      null,
    availability: moves
      .map((country) => ({ country, before: before.isAvailable(country), after: after.isAvailable(country) }))
      .filter(differs),
  };
}

function listingChanges(
  before: ListingOnDay | undefined,
  after: ListingOnDay | undefined,
): readonly (Change<unknown> & Pick<ListingChange, "field">)[] {
  if (before === undefined && after === undefined) return [];
  if (before === undefined) return [{ field: "locale_added", before: null, after: after?.locale }];
  if (after === undefined) return [{ field: "locale_removed", before: before.locale, after: null }];

  return trackedListingFields
    .map((field) => ({ field, before: listingFields[field](before), after: listingFields[field](after) }))
    .filter(differs);
}

function metricChanges<T>(input: {
  before: AppOnDay;
  after: AppOnDay;
  countries: readonly string[];
  read: (metrics: MetricsOnDay) => T;
}): readonly (Change<T> & { readonly country: string })[] {
  return input.countries.flatMap((country) => {
    const [before, after] = [input.before.metrics(country), input.after.metrics(country)];
    if (before === undefined || after === undefined) return [];
    return [{ country, before: input.read(before), after: input.read(after) }].filter(differs);
  });
}

function ratingOf({ rating, ratingCount, stars }: MetricsOnDay): Rating {
  return { rating, ratingCount, stars };
}

function priceOf({ price, currency }: MetricsOnDay): Price {
  return { price, currency };
}

function differs({ before, after }: Change<unknown>): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}
