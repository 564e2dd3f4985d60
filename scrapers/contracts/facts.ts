import * as z from "zod";

import { lazy } from "../../lib/runtime/lazy.ts";

/**
 * Facts of an app; docs/facts.md names their sources. An absent fact was not read; null means that the store shows
 * none.
 */

/** The most entries of a list. Lookup lists every device on which an app runs, more than a hundred. */
export const FACT_ENTRIES_MAX = 250;

export const RELATED_APPS_MAX = 50;

const text = lazy(() => z.string());
const optionalText = lazy(() => text().nullable());
const codes = lazy(() => listOf(text()));

function listOf<Entry extends z.ZodType>(entry: Entry) {
  return z.array(entry).max(FACT_ENTRIES_MAX);
}

const named = lazy(() => z.object({ id: text(), name: text() }));
const titled = lazy(() => z.object({ id: text(), title: text() }));

/** The schema of each fact's value. A list is in the store's order. */
export const factsSchema = lazy(() =>
  z
    .object({
      name: text(),
      publisher: named(),
      category: named(),
      /** All categories, including the first one. */
      categories: listOf(named()),
      /** `code` is the store's rating, such as "12+" or "Teen"; `text` explains it. */
      content_rating: z.object({ code: text(), text: optionalText() }),
      minimum_os: text(),
      size_bytes: z.int().nonnegative(),
      /** ISO 639-1, in the upper case of the stores. */
      languages: codes(),
      supported_devices: codes(),
      /** The App Store shows at most ten purchases and the texts of their prices, Google Play the range of prices. */
      in_app_purchases: z
        .union([
          z.object({ items: listOf(z.object({ name: text(), price: optionalText() })) }),
          z.object({ range: text() }),
        ])
        .nullable(),
      ads: z.boolean(),
      privacy: listOf(titled().extend({ categories: listOf(titled()) })),
      /** Null if the developer has made no statement. */
      accessibility: listOf(titled()).nullable(),
      /** Without e-mail addresses and telephone numbers. */
      developer: z.object({ address: optionalText(), website: optionalText() }).nullable(),
      privacy_policy: optionalText(),
      feature_graphic: optionalText(),
    })
    .partial(),
);
export type ScraperFacts = z.infer<ReturnType<typeof factsSchema>>;

export const factKeys = factsSchema().keyof().options;
export type FactKey = (typeof factKeys)[number];

/** An app that another app's page links to. `subtitle` is null if none is shown, as on Google Play. */
export const relatedAppSchema = lazy(() => z.object({ app_id: text(), name: text(), subtitle: optionalText() }));
export type ScraperRelatedApp = z.infer<ReturnType<typeof relatedAppSchema>>;

const relatedApps = lazy(() => z.array(relatedAppSchema()).max(RELATED_APPS_MAX));

/** Facts and related apps of one response. An unreadable list of apps is absent. */
export const shownFactsSchema = lazy(() =>
  z.object({ facts: factsSchema(), similar: relatedApps(), more_by_publisher: relatedApps() }).partial(),
);
export type ScraperShownFacts = z.infer<ReturnType<typeof shownFactsSchema>>;
