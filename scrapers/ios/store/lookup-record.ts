import * as z from "zod";

import type { StoreResponse } from "../../http/exchange.ts";
import { parseJson } from "../../http/parse-json.ts";

const text = z.string();
const texts = z.array(text).nullish();
const wholeNumber = z.int().nonnegative();

/** An app as the library gives it from the lookup API. Apple leaves out what it does not have. */
export const lookupRecordSchema = z.object({
  id: z.int().positive(),
  title: text.min(1),
  /** The app's web page. */
  url: text.nullish(),
  description: text.nullish(),
  icon: text.nullish(),
  primaryGenre: text.nullish(),
  primaryGenreId: z.int().nullish(),
  contentRating: text.nullish(),
  languages: texts,
  /** Bytes, as digits. */
  size: z
    .union([z.string().regex(/^\d{1,15}$/), wholeNumber])
    .transform(Number)
    .nullish(),
  released: text.nullish(),
  updated: text.nullish(),
  releaseNotes: text.nullish(),
  version: text.nullish(),
  price: z.number().nonnegative().nullish(),
  currency: text.nullish(),
  developerId: z.int().nullish(),
  developer: text.nullish(),
  developerUrl: text.nullish(),
  score: z.number().min(0).max(5).nullish(),
  reviews: wholeNumber.nullish(),
  screenshots: texts,
  ipadScreenshots: texts,
});
export type LookupRecord = z.infer<typeof lookupRecordSchema>;

/** What lookup sends before the library has filtered it; undefined when it cannot be read. */
export function lookupResults({ body }: StoreResponse) {
  return responseSchema.safeParse(parseJson(body)).data?.results;
}

const responseSchema = z.object({
  results: z.array(z.object({ wrapperType: z.string().optional() })),
});
