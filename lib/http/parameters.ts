import * as z from "zod";

import { chartCollectionSchema, chartCollections } from "../domain/chart.ts";
import { countryCodeFormat, DEFAULT_COUNTRY, GLOBAL_COUNTRY } from "../domain/country.ts";
import { DEFAULT_KEYWORD_LOCALE, KEYWORD_WORDS_MAX } from "../domain/keyword.ts";
import { NEWEST_DAYS, RANKED_COUNTRIES_MAX } from "../domain/keyword-rank.ts";
import { listingTextFields } from "../domain/listing-field.ts";
import { PAGE_SIZE_MAX } from "../domain/page.ts";
import { externalAppIdSchema, platformSchema } from "../domain/platform.ts";
import { TAGS_MAX } from "../domain/tag.ts";
import { fieldName } from "../parse-input.ts";

/** The maximum of PostgreSQL's `integer`, and so of row ids. */
export const ROW_ID_MAX = 2_147_483_647;

export const appParams = () => z.object({ platform: platformSchema(), external_id: externalAppIdSchema() });

export const countryCodeParameter = () =>
  z
    .string()
    .toLowerCase()
    .pipe(countryCodeFormat().refine((code) => code !== GLOBAL_COUNTRY, "The selected country code is invalid."))
    .meta({ description: "ISO 3166-1 alpha-2 code of a storefront.", example: "us" });

export const countryCodesParameter = (max: number) =>
  listParameter(countryCodeParameter(), max).overwrite((codes) => [...new Set(codes)]);

/** A day of the calendar, in UTC. PostgreSQL has no year 0. */
export const dateParameter = () =>
  z.iso
    .date()
    .refine((date) => !date.startsWith("0000"), "The selected date is invalid.")
    .meta({ example: "2026-03-01", override: ({ jsonSchema }) => void delete jsonSchema.pattern });

export const localeParameter = () =>
  z
    .string()
    .max(35)
    .regex(/^[A-Za-z0-9-]+$/);

export const searchParameter = () =>
  z.string().max(100).optional().meta({ description: "Matches part of an app's name or store id, ignoring case." });

export const storeSearchParameters = () => ({
  term: z.string().trim().min(2).max(100),
  platform: platformSchema(),
  country_code: countryCodeParameter().default(DEFAULT_COUNTRY),
});

/** Ids of other users' tags match nothing, like those of no tag. */
export const tagsParameter = (description: string) =>
  listParameter(rowIdParameter(), TAGS_MAX).optional().meta({ description });

const PAGE_SIZE = 50;
const PAGE_MAX = 1_000_000;

/** `size` bounds the rows of a page, for rows that are long. */
export const pageParameters = (size = { max: PAGE_SIZE_MAX, fallback: PAGE_SIZE }) => ({
  page: wholeNumberParameter({ max: PAGE_MAX, fallback: 1 }),
  per_page: wholeNumberParameter(size),
});

export const keyedPageParameters = (size?: Parameters<typeof pageParameters>[0], idMax = ROW_ID_MAX) => ({
  ...pageParameters(size),
  after_id: wholeNumber(idMax)
    .optional()
    .meta({
      ...integerMeta({ maximum: idMax }),
      description:
        "Id of the last row of the previous page, as in `links.next`. The rows after it are returned, " +
        "and `page` only sets `meta.current_page`.",
    }),
});

export const keywordParameters = () => ({
  locale: z
    .string()
    .max(35)
    .regex(/^[A-Za-z0-9-]+$/)
    .default(DEFAULT_KEYWORD_LOCALE)
    .meta({ description: "The store's code of the listing's language." }),
  fields: listParameter(z.enum(listingTextFields), listingTextFields.length)
    .optional()
    .meta({ description: "Keywords are counted in these texts. The default is all texts." }),
  ngram: wholeNumberParameter({ max: KEYWORD_WORDS_MAX, fallback: 1 }).meta({
    description: "Number of words in a keyword.",
  }),
  search: z.string().max(100).optional().meta({ description: "Matches part of the keyword, ignoring case." }),
});

/** Parameters of operations that show ranks of tracked keywords on one day. */
export const rankedDayParameters = () => ({
  country_codes: countryCodesParameter(RANKED_COUNTRIES_MAX)
    .optional()
    .meta({ description: "Only keywords of these storefronts. The default is all of them." }),
  date: dateParameter()
    .optional()
    .meta({
      description:
        "A day (UTC). The default is each keyword's newest day that was read, among the last " +
        `${NEWEST_DAYS} days with today.`,
    }),
});

export const explorerParameters = () => ({
  platform: platformSchema().optional(),
  category_id: rowIdParameter()
    .optional()
    .meta({ description: "Id of a category. If `platform` is given, the category must belong to it." }),
  search: z.string().max(100).optional().meta({ description: "Matches part of the app's name, ignoring case." }),
});

/** A chart of a storefront: a collection, and the id of a category unless it is of all categories together. */
export const chartParameter = () =>
  z
    .string()
    .regex(new RegExp(`^(?:${chartCollections.join("|")})(?::[1-9][0-9]{0,9})?$`), "The selected chart is invalid.")
    .transform((chart) => {
      const [collection, categoryId] = chart.split(":");
      return {
        collection: chartCollectionSchema().parse(collection),
        categoryId: categoryId ? Number(categoryId) : null,
      };
    })
    .refine(({ categoryId }) => categoryId === null || categoryId <= ROW_ID_MAX, "The selected chart is invalid.");

/** Returns the schema of a list: `key=a,b`, `key[]=a&key[]=b` or `key[0]=a&key[1]=b`, without blank items. */
export function listParameter<Item extends z.ZodType>(item: Item, max: number) {
  return z.preprocess(listItems, z.array(item).max(max));
}

/** The ids of deliveries outgrow those of other rows. */
export const DELIVERY_ID_MAX = 9_999_999_999;

export const deliveryIdParameter = () => wholeNumber(DELIVERY_ID_MAX).meta(integerMeta({ maximum: DELIVERY_ID_MAX }));

export const rowIdParameter = () => wholeNumber(ROW_ID_MAX).meta(integerMeta({ maximum: ROW_ID_MAX }));

/** A share from 0 to 1 in plain digits, with up to four decimals. */
export const shareParameter = () =>
  z
    .string()
    .regex(/^(?:0(?:\.\d{1,4})?|1(?:\.0{1,4})?)$/, {
      error: ({ path = [] }) => `The ${fieldName(path).replaceAll("_", " ")} field must be a number from 0 to 1.`,
    })
    .transform(Number)
    .pipe(z.number())
    .meta({
      override: ({ jsonSchema }) => {
        delete jsonSchema.pattern;
        Object.assign(jsonSchema, { type: "number", minimum: 0, maximum: 1 });
      },
    });

export const listingMomentParameter = () =>
  z.union([
    dateParameter().transform((day) => ({ day })),
    wholeNumber(ROW_ID_MAX).transform((versionId) => ({ versionId })),
  ]);

export function wholeNumberParameter({ max, fallback }: { readonly max: number; readonly fallback: number }) {
  return wholeNumber(max)
    .default(fallback)
    .meta(integerMeta({ maximum: max, default: fallback }));
}

/** Returns the schema of a positive number in plain digits: no sign, fraction, exponent, space or leading zero. */
function wholeNumber(max: number) {
  return z
    .string()
    .regex(/^[1-9]\d{0,9}$/, {
      error: ({ path = [] }) =>
        `The ${fieldName(path).replaceAll("_", " ")} field must be a whole number from 1 to ${max}.`,
    })
    .transform(Number)
    .pipe(z.int().max(max));
}

function integerMeta(bounds: { readonly maximum: number; readonly default?: number }): z.GlobalMeta {
  return {
    override: ({ jsonSchema }) => {
      delete jsonSchema.pattern;
      Object.assign(jsonSchema, { type: "integer", minimum: 1, ...bounds });
    },
  };
}

function listItems(value: unknown): unknown {
  if (typeof value === "string") return value.split(",").filter((item) => item.trim() !== "");
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return Object.values(value);
  return value;
}
