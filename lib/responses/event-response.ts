import * as z from "zod";

import { chartCollectionSchema } from "../domain/chart.ts";
import {
  EVENT_ENTRIES_MAX,
  EVENT_PICTURES_MAX,
  EVENT_TEXT_MAX,
  eventFieldSchema,
  eventId,
  eventTypeSchema,
} from "../domain/event.ts";
import { timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";
import { appOfFeed } from "./change-response.ts";

/** A field that an event does not have is null. */
const described = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema.nullable().prefault(null).meta({ description });

const countryCode = () => z.string().meta({ description: "Code of the storefront." });

const place = () =>
  z.object({
    country_code: countryCode().nullable(),
    before: described(z.string(), "The previous value here, shortened."),
    after: described(z.string(), "The new value here, shortened."),
  });

const language = () =>
  z.object({
    locale: z.string().meta({ description: "Language in which the store shows the text." }),
    fallback_of: described(z.string(), "The language that the text belongs to, if it is another one."),
  });

const rankMove = () =>
  z.object({
    country_code: countryCode(),
    collection: chartCollectionSchema(),
    category_id: z.int().meta({ description: "Id of the category." }),
    rank: described(z.int(), "The rank on the day. Null if the app has left the chart."),
    previous_rank: described(z.int(), "The rank on the day before. Null if the app has entered the chart."),
    window: z.int().meta({ description: "Number of ranks that both charts cover." }),
  });

const keywordMove = () =>
  z.object({
    keyword_id: z.int().meta({ description: "Id of the tracked keyword." }),
    term: z.string().meta({ description: "The term in its normal form." }),
    country_code: countryCode(),
    rank: described(z.int(), "The rank on the day. Null beyond the first `window` results."),
    previous_rank: described(z.int(), "The rank on the day before. Null beyond the first `window`."),
    window: z.int().meta({ description: "Number of ranks that both searches cover." }),
  });

const oneText = `It has at most ${EVENT_TEXT_MAX} characters.`;
const firstEntries = `At most ${EVENT_ENTRIES_MAX} are listed`;
const firstPictures = `At most ${EVENT_PICTURES_MAX} are listed.`;

/** docs/events.md says which fields each type has. The others are null. */
const eventDataResponse = lazy(() =>
  z
    .object({
      before: described(
        z.string(),
        `The previous text in \`locale\`, or the previous value in the largest storefront. ${oneText}`,
      ),
      after: described(
        z.string(),
        `The new text in \`locale\`, or the new value in the largest storefront. ${oneText}`,
      ),
      is_cut: described(z.boolean(), "True if a value or a text is longer than the event shows."),
      locale: described(z.string(), "Language of `before` and `after`. Null for pictures."),
      distinct_texts: described(
        z.int(),
        "Number of different new values. Languages that show the same one count once.",
      ),
      languages: described(
        z.array(language()),
        `Languages that show a new text. ${firstEntries}, and none for pictures.`,
      ),
      languages_total: described(z.int(), "Number of languages in which the store shows something new."),
      countries: described(
        z.array(place()),
        `Storefronts with a new value, the largest first. ${firstEntries}, ` +
          "and none if all storefronts share the value.",
      ),
      countries_total: described(z.int(), "Number of storefronts that the event is about."),
      before_pictures: described(
        z.array(z.string()),
        `Addresses of pictures that are gone, or of the old pictures if only their order changed. ${firstPictures}`,
      ),
      after_pictures: described(
        z.array(z.string()),
        `Addresses of pictures that are new, or of all pictures if only their order changed. ${firstPictures}`,
      ),
      version: described(z.string(), "The new version. For a change of a listing, the version that first showed it."),
      previous_version: described(z.string(), "The version before the new one."),
      released_at: described(z.string(), "Time of the release (RFC 3339)."),
      whats_new: described(z.string(), `Release notes of at most ${EVENT_TEXT_MAX} characters.`),
      rating: described(z.number(), "Average rating over the storefronts that had ratings at both times."),
      previous_rating: described(
        z.number(),
        "The average rating at the previous `rating.changed` event, or else after the first sync.",
      ),
      rating_count: described(z.int(), "Number of ratings in the storefronts that had ratings at both times."),
      previous_rating_count: described(
        z.int(),
        "The number of ratings at the previous `rating.changed` event, or else after the first sync.",
      ),
      chart_date: described(z.string().meta({ format: "date" }), "Day of the charts (UTC)."),
      charts: described(z.array(rankMove()), `Charts in which the rank moved. ${firstEntries}.`),
      charts_total: described(z.int(), "Number of charts in which the rank moved."),
      keyword_date: described(z.string().meta({ format: "date" }), "Day of the searches (UTC)."),
      keywords: described(
        z.array(keywordMove()),
        `Tracked keywords of the caller for which the rank moved, the best rank first. ${firstEntries}.`,
      ),
      keywords_total: described(z.int(), "Number of tracked keywords for which the rank moved."),
      publisher: described(
        z.object({
          id: z.int(),
          external_id: z.string().meta({ description: "Its id in the store." }),
          name: z.string(),
        }),
        "The publisher that added an app to the store.",
      ),
      reason: described(z.string(), "Why the sync failed."),
    })
    .meta({ id: "EventData" }),
);

export const eventResponse = lazy(() =>
  z
    .object({
      id: z.string().meta({ description: "Id of the event, the same everywhere.", example: "evt_4711" }),
      type: eventTypeSchema(),
      field: eventFieldSchema()
        .nullable()
        .meta({ description: "What changed in `listing.changed` and `app.fact_changed`. Null for other types." }),
      occurred_at: timestamp().meta({ description: "When the last of its changes was detected." }),
      reported_at: timestamp().meta({ description: "When the event was written." }),
      weight: z.number().min(0).max(1).meta({
        description:
          "How much the event matters to the caller, from 0 to 1. It is halved if the app is only a competitor.",
      }),
      app: appOfFeed(),
      data: eventDataResponse(),
    })
    .meta({ id: "Event" }),
);

export const eventsMeta = lazy(() =>
  z.object({
    has_scope_apps: z
      .boolean()
      .meta({ description: "True if the feed covers at least one app before filters are applied." }),
    has_older: z.boolean().meta({
      description: "True if the period has more events than the pages reach. An earlier `to` lists the older ones.",
    }),
    first_day: z.string().meta({ format: "date", description: "First day of the period." }),
    last_day: z.string().meta({ format: "date", description: "Last day of the period." }),
    events_seen_until: timestamp()
      .nullable()
      .meta({ description: "The caller's last visit, as in `PUT /account/seen`. Null if there was none." }),
  }),
);

export const pollMeta = lazy(() =>
  z.object({
    next_cursor: z.string().meta({
      description: "The cursor of the next request. It is set even if the page has no events.",
      example: "MS43NDg5LjQ3MTE",
    }),
    has_more: z.boolean().meta({ description: "True if the next page can be requested at once." }),
    lag_seconds: z.int().meta({
      description:
        "If `has_more` is true, seconds since the last event that the page has read was reported. Otherwise, " +
        "seconds for which an open transaction has delayed later events, usually 0.",
    }),
  }),
);

export const eventMeta = lazy(() => z.object({ event: eventResponse() }));

/** Returns an event as all responses show it, with its id as text. */
export function presentEvent<Row extends { readonly id: number }>({ id, ...row }: Row) {
  return { ...row, id: eventId(id) };
}
