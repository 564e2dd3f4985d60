import * as z from "zod";

import { countryCodeFormat, GLOBAL_COUNTRY } from "./country.ts";
import { eventFieldSchema, eventFields, RANK_MILESTONES } from "./event.ts";
import { EVENT_APPS_MAX } from "./event-feed.ts";

/** All storefronts and languages of both stores, with room for new ones. */
const FILTERED_COUNTRIES_MAX = 200;
const FILTERED_LOCALES_MAX = 100;
const RANK_CHANGE_MAX = 250;
const RATING_MAX = 5;
const RATING_DROP_MIN = 0.05;

export const priceDirections = ["down", "up"] as const;

const described = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema.optional().meta({ description });

const countryCode = () =>
  countryCodeFormat().refine((code) => code !== GLOBAL_COUNTRY, "The selected country code is invalid.");

/**
 * An event is sent if it meets all conditions. A condition on a direction or a step concerns its own types of events
 * alone, so that one webhook can ask for several: it holds back no event of another type.
 */
export const eventFilterSchema = () =>
  z.strictObject({
    app_ids: described(
      z.array(z.int().min(1).max(2_147_483_647)).min(1).max(EVENT_APPS_MAX),
      "Send only events of these apps.",
    ),
    country_codes: described(
      z.array(countryCode()).min(1).max(FILTERED_COUNTRIES_MAX),
      "Send only events that name one of these storefronts, in which the other conditions must hold.",
    ),
    locales: described(
      z
        .array(z.string().regex(/^[A-Za-z0-9-]{1,35}$/))
        .min(1)
        .max(FILTERED_LOCALES_MAX),
      "Send only events that name one of these languages.",
    ),
    fields: described(
      z.array(eventFieldSchema()).min(1).max(eventFields.length),
      "Send only events with one of these values of `field`.",
    ),
    price_direction: described(
      z.enum(priceDirections),
      "Of price changes, send only those with a price that went down, or up.",
    ),
    min_rating_drop: described(
      z.number().min(RATING_DROP_MIN).max(RATING_MAX),
      "Of changed ratings, send only those that fell by at least this much.",
    ),
    min_rank_change: described(
      z.int().min(1).max(RANK_CHANGE_MAX),
      "Of changed ranks, send only those with a move of at least this many ranks. An app that is not among the " +
        "ranks that the store shows counts as the one after the last. With `rank_milestones`, either is enough.",
    ),
    rank_milestones: described(
      z
        .array(z.literal([...RANK_MILESTONES]))
        .min(1)
        .max(RANK_MILESTONES.length),
      "Of changed ranks, send only those with a move across one of these ranks, in either direction.",
    ),
  });
export type EventFilter = z.output<ReturnType<typeof eventFilterSchema>>;
