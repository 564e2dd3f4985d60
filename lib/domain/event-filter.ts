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
      "Send only events that name one of these storefronts. The other conditions must hold in the same storefront.",
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
      "Send an event of a price change only if a price went in this direction.",
    ),
    min_rating_drop: described(
      z.number().min(RATING_DROP_MIN).max(RATING_MAX),
      "Send an event of changed ratings only if the rating fell by at least this much.",
    ),
    min_rank_change: described(
      z.int().min(1).max(RANK_CHANGE_MAX),
      "Send an event of changed ranks only if a rank changed by at least this number. An app without a rank counts " +
        "as one place below the last rank that the store shows. With `rank_milestones`, one of the two conditions is " +
        "enough.",
    ),
    rank_milestones: described(
      z
        .array(z.literal([...RANK_MILESTONES]))
        .min(1)
        .max(RANK_MILESTONES.length),
      "Send an event of changed ranks only if a rank crossed one of these ranks, in either direction.",
    ),
  });
export type EventFilter = z.output<ReturnType<typeof eventFilterSchema>>;
