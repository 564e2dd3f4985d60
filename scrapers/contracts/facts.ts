import * as z from "zod";

/**
 * Facts of an app. docs/facts.md says where each is read. A fact that could not be read is absent. null means that the
 * store shows that the app has none.
 */

/** The most entries of a list in a fact. Lookup lists every device on which an app runs, more than a hundred. */
export const FACT_ENTRIES_MAX = 250;

/** The most apps of a list of related apps. */
export const RELATED_APPS_MAX = 50;

const text = z.string();
const optionalText = text.nullable();
const codes = listOf(text);

function listOf<Entry extends z.ZodType>(entry: Entry) {
  return z.array(entry).max(FACT_ENTRIES_MAX);
}

/** Something that the store names, with the store's own id of it. */
const named = z.object({ id: text, name: text });
const titled = z.object({ id: text, title: text });

/** The schema of each fact's value. A list is in the store's order. */
export const factsSchema = z
  .object({
    name: text,
    /** The id has the form of an identity's `publisher_external_id`. */
    publisher: named,
    category: named,
    /** All categories, the first one included. */
    categories: listOf(named),
    /** `code` is the rating as the store writes it, such as "12+" or "Teen"; `text` is what it says of the content. */
    content_rating: z.object({ code: text, text: optionalText }),
    minimum_os: text,
    size_bytes: z.int().nonnegative(),
    /** ISO 639-1, in upper case as the store writes them. */
    languages: codes,
    supported_devices: codes,
    /**
     * The App Store shows at most ten purchases, with prices as it writes them (null where it shows none). Google Play
     * shows the range of prices alone.
     */
    in_app_purchases: z
      .union([z.object({ items: listOf(z.object({ name: text, price: optionalText })) }), z.object({ range: text })])
      .nullable(),
    ads: z.boolean(),
    /** Types of privacy, such as DATA_LINKED_TO_YOU, with the categories of data in each. */
    privacy: listOf(titled.extend({ categories: listOf(titled) })),
    /** null where the developer has not stated what the app supports. */
    accessibility: listOf(titled).nullable(),
    /** Without e-mail addresses and telephone numbers. */
    developer: z.object({ address: optionalText, website: optionalText }).nullable(),
    /** The address of the privacy policy. */
    privacy_policy: optionalText,
    /** The address of the picture. */
    feature_graphic: optionalText,
  })
  .partial();
export type ScraperFacts = z.infer<typeof factsSchema>;

export const factKeys = factsSchema.keyof().options;
export type FactKey = (typeof factKeys)[number];

/** An app that the page of another one links to. `subtitle` is null where none is shown, as on Google Play. */
export const relatedAppSchema = z.object({ app_id: text, name: text, subtitle: optionalText });
export type ScraperRelatedApp = z.infer<typeof relatedAppSchema>;

const relatedApps = z.array(relatedAppSchema).max(RELATED_APPS_MAX);

/** Facts and related apps of one response. A list of apps that could not be read is absent. */
export const shownFactsSchema = z
  .object({ facts: factsSchema, similar: relatedApps, more_by_publisher: relatedApps })
  .partial();
export type ScraperShownFacts = z.infer<typeof shownFactsSchema>;
