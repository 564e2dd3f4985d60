import type { Platform } from "../../../lib/domain/platform.ts";

import { type TextLanguage, textLanguages } from "./languages.ts";
import { type Draws, drawsFrom } from "./random.ts";
import type { AppFacts, CatalogueCategory, CataloguePublisher } from "./records.ts";
import { type Theme, themes } from "./texts/phrases.ts";
import { nameEnds, nameStarts } from "./words.ts";

const ARRIVALS_WITHIN_DAYS = 60;
const ANNOUNCED_SHARE = 0.4;
const ANNOUNCED_BEFORE_DAYS = 90;
const DEPARTURES_WITHIN_DAYS = 120;
const OLDEST_APP_DAYS = 4_000;

type Ingredients = {
  readonly seed: number;
  readonly platform: Platform;
  readonly publishers: readonly CataloguePublisher[];
  readonly categories: readonly CatalogueCategory[];
};

export function buildApps(input: Ingredients & { readonly count: number }): readonly AppFacts[] {
  return Array.from({ length: input.count }, (_, index) => buildApp(input, index));
}

function buildApp(input: Ingredients, index: number): AppFacts {
  const { platform } = input;
  const draws = drawsFrom(`${input.seed}:${platform}:app:${index}`);
  const brand = draws.pick("brand1", nameStarts) + draws.pick("brand2", nameEnds);
  const theme: Theme = draws.pick("theme", themes);
  const bundleId = `com.${brand.toLowerCase()}.${theme}${index}`;
  const trackId = String(1_000_000_000 + index * 104_729 + draws.int("track", 0, 104_728));

  return {
    platform,
    externalId: { ios: trackId, android: bundleId }[platform],
    bundleId,
    brand,
    theme,
    publisher: publisherOf(input.publishers, draws, index),
    category: categoryOf(input.categories, draws, index),
    languages: languagesOf(draws),
    ...lifetimeOf(platform, draws),
    fame: draws.unit("fame"),
    draws,
  };
}

/** This sets how unevenly apps are distributed: the first publisher has between 120 and 200 of 2,400. */
const PUBLISHER_SKEW = 2.3;

function publisherOf(publishers: readonly CataloguePublisher[], draws: Draws, index: number): CataloguePublisher {
  const place =
    index < publishers.length ? index : Math.floor(draws.unit("publisher") ** PUBLISHER_SKEW * publishers.length);
  return at(publishers, place);
}

function categoryOf(categories: readonly CatalogueCategory[], draws: Draws, index: number): CatalogueCategory {
  const place = index < categories.length ? index : draws.int("category", 0, categories.length - 1);
  return at(categories, place);
}

function languagesOf(draws: Draws): readonly [TextLanguage, ...TextLanguage[]] {
  const first = draws.chance("english", 0.9) ? "en" : draws.pick("language", textLanguages);
  const reach = draws.pick("reach", [0, 0, 0.15, 0.3, 0.6, 1]);
  const others = textLanguages.filter((language) => language !== first && draws.chance(`speaks:${language}`, reach));
  return [first, ...others];
}

function lifetimeOf(
  platform: Platform,
  draws: Draws,
): Pick<AppFacts, "listedOnDay" | "releasedOnDay" | "vanishesOnDay"> {
  const arrivesLater = draws.chance("arrives later", 0.03);
  const releasedOnDay = arrivesLater
    ? draws.int("arrival", 1, ARRIVALS_WITHIN_DAYS)
    : -draws.int("age", 1, OLDEST_APP_DAYS);
  const leaves = !arrivesLater && draws.chance("leaves", 0.02);
  const isAnnounced = platform === "android" && arrivesLater && draws.chance("announced", ANNOUNCED_SHARE);
  const listedOnDay = isAnnounced ? -draws.int("announced for", 1, ANNOUNCED_BEFORE_DAYS) : releasedOnDay;
  return {
    listedOnDay,
    releasedOnDay,
    vanishesOnDay: leaves ? draws.int("departure", 1, DEPARTURES_WITHIN_DAYS) : null,
  };
}

function at<T>(values: readonly T[], index: number): T {
  const value = values[index];
  if (value === undefined) throw new RangeError(`no element ${index} in a list of ${values.length}`);
  return value;
}
