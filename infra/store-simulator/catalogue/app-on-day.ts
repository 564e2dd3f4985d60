import { type Country, GLOBAL_COUNTRY, storefrontLanguages } from "../../../lib/domain/country.ts";
import { platformFacts } from "../../../lib/domain/platform.ts";

import { attributesOn } from "./attributes.ts";
import { availableOn, isInStoreOn, isPreRegistrationOn } from "./availability.ts";
import { firstLanguageOf, storefrontLanguage, type TextLanguage } from "./languages.ts";
import { iconOn, type ListingTexts, listingTextsOn, textLanguageFor } from "./listings.ts";
import { priceOn } from "./prices.ts";
import { installsOn, ratingsOn } from "./ratings.ts";
import type { AppFacts, AppOnDay, AttributesOnDay, ListingOnDay, MetricsOnDay } from "./records.ts";
import { DAY_MS, type VersionOnDay, versionOn } from "./versions.ts";

export type Storefronts = {
  readonly epochMs: number;
  readonly codes: readonly string[];
  readonly byCode: ReadonlyMap<string, Country>;
};

const WORLD_WEIGHT = 1;

export function appOnDay(
  facts: AppFacts,
  storefronts: Storefronts,
  day: number,
  offeredIn?: ReadonlySet<string>,
): AppOnDay {
  const version = versionOn(facts, { epochMs: storefronts.epochMs, day });
  const listings = listingsOf(facts, { storefronts, day, version });
  let availableCodes: ReadonlySet<string> | undefined;
  let attributes: AttributesOnDay | undefined;

  function isAvailable(country: string): boolean {
    availableCodes ??= offeredIn ?? availableOn(facts, storefronts.codes, day);
    return availableCodes.has(country);
  }

  return {
    facts,
    day,
    platform: facts.platform,
    externalId: facts.externalId,
    get name() {
      return listings.textsIn(facts.languages[0]).title;
    },
    publisher: facts.publisher,
    category: facts.category,
    originalReleaseDate: new Date(storefronts.epochMs + facts.releasedOnDay * DAY_MS).toISOString().slice(0, 10),
    version: version.version,
    versionReleasedAt: version.releasedAt,
    iconUrl: listings.iconUrl,
    get attributes() {
      attributes ??= attributesOn(facts, day);
      return attributes;
    },
    isInStore: offeredIn === undefined ? isInStoreOn(facts, day) : offeredIn.size > 0,
    isPreRegistration: isPreRegistrationOn(facts, day),
    isAvailable,
    unavailableCountries: () => storefronts.codes.filter((code) => !isAvailable(code)),
    availableCountries: () => storefronts.codes.filter(isAvailable),
    listing: (wanted, country) => (isAvailable(country) ? listings.listing(wanted, country) : undefined),
    metrics: (country) => (isAvailable(country) ? metricsOf(facts, { storefronts, country, day, version }) : undefined),
  };
}

function listingsOf(facts: AppFacts, input: { storefronts: Storefronts; day: number; version: VersionOnDay }) {
  const { storefronts, day, version } = input;
  const textsByLanguage = new Map<TextLanguage, ListingTexts>();
  const iconUrl = iconOn(facts, day);

  function textsIn(language: TextLanguage): ListingTexts {
    const texts = textsByLanguage.get(language) ?? listingTextsOn(facts, { language, day, version });
    textsByLanguage.set(language, texts);
    return texts;
  }

  function listing(wanted: string | null, code: string): ListingOnDay | undefined {
    const country = storefronts.byCode.get(code);
    if (country === undefined) return undefined;
    const locale = localeShown(facts, country, wanted);
    const textLanguage = textLanguageFor(facts, locale);
    const { version: name, releasedAt } = version;
    const texts = textsIn(textLanguage);
    return { country: code, locale, textLanguage, ...texts, iconUrl, version: name, versionReleasedAt: releasedAt };
  }

  return { iconUrl, textsIn, listing };
}

/** The App Store knows the languages of each storefront; Google Play takes any language in any country. */
function localeShown(facts: AppFacts, country: Country, wanted: string | null): string {
  const languages = storefrontLanguages(country, facts.platform);
  if (facts.platform === "ios") return storefrontLanguage(wanted, languages, firstLanguageOf(country.code));
  return wanted ?? languages[0] ?? "en-US";
}

function metricsOf(
  facts: AppFacts,
  input: { storefronts: Storefronts; country: string; day: number; version: VersionOnDay },
): MetricsOnDay {
  const { country, day, version } = input;
  const isGlobal = platformFacts[facts.platform].hasGlobalMetrics;
  const weight = (2 + (input.storefronts.byCode.get(country)?.priority ?? 0)) / 300;
  const ratings = isGlobal
    ? ratingsOn(facts, { place: GLOBAL_COUNTRY, weight: WORLD_WEIGHT, day })
    : ratingsOn(facts, { place: country, weight, day });
  const price = priceOn(facts, { country, day });
  const installed = isGlobal ? installsOn(facts, day) : null;

  return {
    country,
    rating: ratings.rating,
    ratingCount: ratings.count,
    stars: ratings.stars,
    price: price.amount,
    currency: price.currency,
    installs: installed?.installs ?? null,
    installsRange: installed === null ? null : `${installed.bucket.toLocaleString("en-US")}+`,
    fileSizeBytes: isGlobal ? null : version.fileSizeBytes,
    version: version.version,
  };
}
