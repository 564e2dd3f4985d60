import { activeStorefronts, type Country, storefrontLanguages } from "./country.ts";
import type { EventField, EventType } from "./event.ts";
import type { Platform } from "./platform.ts";

/** Weights are from 0 to 1. docs/events.md explains them. */
const fieldWeights: Readonly<Record<EventField, number>> = {
  title: 1,
  icon_url: 0.9,
  screenshots: 0.8,
  subtitle: 0.8,
  short_description: 0.7,
  video_url: 0.5,
  description: 0.5,
  promotional_text: 0.3,
  whats_new: 0.2,
  publisher: 0.9,
  category: 0.7,
  name: 0.6,
  in_app_purchases: 0.5,
  feature_graphic: 0.5,
  content_rating: 0.4,
  categories: 0.3,
  privacy: 0.3,
  ads: 0.3,
  languages: 0.3,
  minimum_os: 0.2,
  accessibility: 0.2,
  developer: 0.2,
  privacy_policy: 0.1,
  size_bytes: 0.05,
  supported_devices: 0.02,
};

const typeWeights = {
  "listing.locale_added": 0.4,
  "listing.locale_removed": 0.4,
  "app.version_released": 0.4,
  "app.price_changed": 0.9,
  "app.availability_changed": 0.7,
  "app.removed": 1,
  "app.returned": 1,
  "rating.changed": 0.6,
  "chart.rank_changed": 0.5,
  "keyword.rank_changed": 0.5,
  "publisher.app_added": 0.5,
  "sync.failed": 0.2,
} satisfies Partial<Record<EventType, number>>;

const weights: Readonly<Record<EventField | keyof typeof typeWeights, number>> = { ...fieldWeights, ...typeWeights };

/** Returns field × reach. `reach` is the share of the app's storefronts by size, from 0 to 1. */
export function eventWeight(what: EventField | keyof typeof typeWeights, reach: number): number {
  return Math.round(weights[what] * Math.min(1, reach) * 10_000) / 10_000;
}

/** Returns how much a rank for a term counts: 1 for the first one, 1/2 for the 10th, 1/3 for the 100th. */
export function reachOfRank(rank: number): number {
  return 1 / (1 + Math.log10(rank));
}

/** The size of a storefront outside the 20 largest, which have their priority. */
const SMALL_STOREFRONT = 2;

export type Reach = {
  /** Returns the share of storefronts that show these languages, each counted for the share of its languages. */
  readonly ofLanguages: (locales: Iterable<string>) => number;
  readonly ofCountries: (codes: Iterable<string>) => number;
};

/** Measures reach among the storefronts in which an app is sold, or among all of them if it is sold in none. */
export function reachAmong(countries: readonly Country[], platform: Platform, unavailable: ReadonlySet<string>): Reach {
  const all = activeStorefronts(countries, platform);
  const sold = all.filter(({ code }) => !unavailable.has(code));
  const storefronts = sold.length > 0 ? sold : all;
  const sizeOf = ({ priority }: Country) => Math.max(priority, SMALL_STOREFRONT);
  const share = (of: readonly Country[], reached: (country: Country) => number) =>
    of.reduce((sum, country) => sum + sizeOf(country) * reached(country), 0) /
    storefronts.reduce((sum, country) => sum + sizeOf(country), 0);

  return {
    ofLanguages: (locales) => {
      const changed = new Set(locales);
      return share(storefronts, (country) => {
        const languages = storefrontLanguages(country, platform);
        return languages.filter((locale) => changed.has(locale)).length / languages.length;
      });
    },
    ofCountries: (codes) => {
      const touched = new Set(codes);
      return Math.min(
        1,
        share(all, ({ code }) => (touched.has(code) ? 1 : 0)),
      );
    },
  };
}
