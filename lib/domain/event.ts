import * as z from "zod";

import { chartCollectionSchema } from "./chart.ts";
import { factKeys } from "./fact.ts";
import { trackedListingFields } from "./listing-field.ts";

/** An event says once what happened to an app: all rows of one type and field that one report takes. */
export const eventTypes = [
  "listing.changed",
  "listing.locale_added",
  "listing.locale_removed",
  "app.version_released",
  "app.price_changed",
  "app.availability_changed",
  "app.removed",
  "app.returned",
  "app.fact_changed",
  "rating.changed",
  "chart.rank_changed",
  "keyword.rank_changed",
  "publisher.app_added",
  "sync.failed",
] as const;
export const eventTypeSchema = () => z.enum(eventTypes);
export type EventType = (typeof eventTypes)[number];

/** `listing.changed` and `app.fact_changed` name one of these as the field that changed. */
export const eventFields = [...trackedListingFields, ...factKeys] as const;
export const eventFieldSchema = () => z.enum(eventFields);
export type EventField = (typeof eventFields)[number];

/** The most entries of each list in an event, and the most characters of each text. */
export const EVENT_ENTRIES_MAX = 50;
export const EVENT_TEXT_MAX = 500;
export const EVENT_PICTURES_MAX = 4;
const PICTURE_URL_MAX = 700;

const rankMoveSchema = () =>
  z.object({
    country_code: z.string(),
    collection: chartCollectionSchema(),
    category_id: z.int(),
    rank: z.int().nullable(),
    previous_rank: z.int().nullable(),
    window: z.int(),
  });

const keywordMoveSchema = () =>
  z.object({
    keyword_id: z.int(),
    term: z.string(),
    country_code: z.string(),
    rank: z.int().nullable(),
    previous_rank: z.int().nullable(),
    window: z.int(),
  });

const placeSchema = () =>
  z.object({ country_code: z.string().nullable(), before: z.string().nullable(), after: z.string().nullable() });
export type EventPlace = Readonly<z.infer<ReturnType<typeof placeSchema>>>;

/** `fallback_of` is the language of the text that the store shows in this language, if it is another one's. */
const languageSchema = () => z.object({ locale: z.string(), fallback_of: z.string().nullable() });
export type EventLanguage = Readonly<z.infer<ReturnType<typeof languageSchema>>>;

/** Only what a type has is set. docs/events.md describes the fields of each type. */
export const eventDataSchema = () =>
  z
    .object({
      before: z.string().nullable(),
      after: z.string().nullable(),
      is_cut: z.boolean(),
      locale: z.string().nullable(),
      distinct_texts: z.int(),
      languages: z.array(languageSchema()),
      languages_total: z.int(),
      countries: z.array(placeSchema()),
      countries_total: z.int(),
      before_pictures: z.array(z.string()),
      after_pictures: z.array(z.string()),
      version: z.string().nullable(),
      previous_version: z.string().nullable(),
      released_at: z.string().nullable(),
      whats_new: z.string().nullable(),
      rating: z.number().nullable(),
      previous_rating: z.number().nullable(),
      rating_count: z.int(),
      previous_rating_count: z.int(),
      chart_date: z.string(),
      charts: z.array(rankMoveSchema()),
      charts_total: z.int(),
      keyword_date: z.string(),
      keywords: z.array(keywordMoveSchema()),
      keywords_total: z.int(),
      publisher: z.object({ id: z.int(), external_id: z.string(), name: z.string() }),
      reason: z.string(),
    })
    .partial();
export type EventData = z.infer<ReturnType<typeof eventDataSchema>>;

/** An event before it is stored. Times are unix seconds: when the first and the last of its rows were detected. */
export type NewEvent = {
  readonly appId: number;
  readonly type: EventType;
  readonly field: EventField | null;
  readonly beganAt: number;
  readonly occurredAt: number;
  readonly weight: number;
  readonly data: EventData;
};

const EVENT_ID = /^evt_([1-9][0-9]{0,15})$/;

/** The id of an event wherever it is shown. */
export function eventId(id: number): string {
  return `evt_${id}`;
}

export const eventIdSchema = () => z.string().regex(EVENT_ID);

/** Returns the id of the row of an event that has this id. */
export function eventRowId(id: string): number {
  return Number(id.slice("evt_".length));
}

/** A rating has an event once it has changed by this much since the last one. */
export const RATING_STEP = 0.05;
export const RATING_COUNT_STEP = { share: 0.05, ratings: 50 };

export type Rated = { readonly rating: number | null; readonly rating_count: number };

export function hasRatingMoved(before: Rated, after: Rated): boolean {
  const moved = Math.abs((after.rating ?? 0) - (before.rating ?? 0));
  const gained = Math.abs(after.rating_count - before.rating_count);
  return (
    (before.rating !== null && after.rating !== null && moved >= RATING_STEP - 1e-9) ||
    (gained >= RATING_COUNT_STEP.ratings && gained >= before.rating_count * RATING_COUNT_STEP.share)
  );
}

/** A rank has an event if the app moved by this many ranks, entered, left or crossed a milestone. */
export const RANK_STEP = 5;
export const RANK_MILESTONES = [1, 10, 50, 100] as const;

/**
 * A rank for a term has an event if the app entered, left, crossed a milestone, or moved by `step` ranks, or by
 * `stepAtTop` if one of both ranks is among the first `top`.
 */
export const KEYWORD_MOVE = { step: 10, stepAtTop: 3, top: 20, milestones: [1, 3, 10, 50] } as const;

/** Returns a text of an event, and whether it was cut. Characters are not split. */
export function beginningOfText(text: string | null): { readonly text: string | null; readonly isCut: boolean } {
  if (text === null || text.length <= EVENT_TEXT_MAX) return { text, isCut: false };
  return {
    text: text
      .slice(0, EVENT_TEXT_MAX)
      .toWellFormed()
      .replace(/\uFFFD$/, ""),
    isCut: true,
  };
}

export function picturesOf(urls: readonly string[]): string[] {
  return urls.filter((url) => url.length <= PICTURE_URL_MAX).slice(0, EVENT_PICTURES_MAX);
}
