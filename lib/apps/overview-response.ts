import * as z from "zod";

import { COMPETITORS_MAX } from "../domain/competitor.ts";
import {
  MOVED_COUNTRIES_MAX,
  MOVED_DAYS,
  OVERVIEW_CHARTS_MAX,
  OVERVIEW_EVENTS_MAX,
  OVERVIEW_KEYWORDS_MAX,
  OVERVIEW_NOTES_MAX,
  OVERVIEW_RIVAL_EVENTS_MAX,
} from "../domain/overview.ts";
import { calendarDate } from "../domain/timestamp.ts";
import { trendPointResponse } from "../keywords/keyword-rank-response.ts";
import { keywordFields } from "../keywords/term-response.ts";
import { appResponse } from "../responses/app-response.ts";
import { eventResponse } from "../responses/event-response.ts";
import { noteResponse } from "../responses/note-response.ts";
import { lazy } from "../runtime/lazy.ts";
import { chartFields, overviewHead } from "./overview-head-response.ts";

const chart = lazy(() => z.object(chartFields()).meta({ id: "OverviewChart" }));

const day = lazy(() =>
  z
    .object({
      date: calendarDate(),
      rating: z.number().nullable().meta({
        description: "Null if the app was not measured on this day, as are `rating_count` and `gained`.",
      }),
      rating_count: z.int().nullable(),
      gained: z.int().nullable().meta({
        description: "Ratings gained since the previous measured day, as `delta_total` of `GET …/ratings/history`.",
      }),
      price: z.number().nullable().meta({
        description: "The last known price at the end of the day. Null before the first one.",
      }),
      currency: z.string().nullable(),
      ranks: z.array(z.int().nullable()).meta({
        description: "Rank in each of `charts`. Null without a chart or a rank: `GET …/rankings` shows why.",
      }),
    })
    .meta({ id: "OverviewDay" }),
);

const movedCountry = lazy(() =>
  z
    .object({
      country_code: z.string(),
      rating: z.number().nullable(),
      previous_rating: z
        .number()
        .nullable()
        .meta({ description: `Rating at the end of the day ${MOVED_DAYS} days before today.` }),
      rating_count: z.int(),
      gained: z
        .int()
        .meta({ description: `Change of \`rating_count\` since the day ${MOVED_DAYS} days before today.` }),
    })
    .meta({ id: "MovedCountry" }),
);

const ownEvent = lazy(() =>
  eventResponse()
    .omit({ app: true })
    .meta({ id: "EventOfApp", description: "An event of the app that the response is about." }),
);

const keywordRanks = lazy(() =>
  z
    .object({
      ...keywordFields(),
      points: z.array(trendPointResponse()).meta({ description: "A point for each day of the series." }),
    })
    .meta({ id: "OverviewKeyword" }),
);

const rival = lazy(() =>
  z
    .object({ id: z.int(), external_id: z.string(), name: z.string(), icon_url: z.string().nullable() })
    .meta({ id: "OverviewRival" }),
);

export const overviewResponse = lazy(() =>
  z
    .object({
      app: appResponse(),
      origin_country_code: z.string().meta({ description: "The app's own storefront." }),
      unavailable_countries: z.array(z.string()),
      competitors: z.array(rival()).meta({
        description: `Competitors that the caller defined, oldest first, at most ${COMPETITORS_MAX}.`,
      }),
      head: overviewHead(),
      moved_countries: z.array(movedCountry()).meta({
        description:
          `Storefronts whose number of ratings has changed most in ${MOVED_DAYS} days, ` +
          `at most ${MOVED_COUNTRIES_MAX}. Google Play has none.`,
      }),
      charts: z.array(chart()).meta({
        description: `At most ${OVERVIEW_CHARTS_MAX} charts, in the requested order. The default order is by rank.`,
      }),
      series: z.array(day()).meta({ description: "An entry for each day (UTC) until today." }),
      keyword_ranks: z.array(keywordRanks()).meta({
        description:
          "The caller's tracked keywords of this storefront with the best ranks, " +
          `at most ${OVERVIEW_KEYWORDS_MAX}.`,
      }),
      events: z
        .array(ownEvent())
        .meta({ description: `The newest events of the period, at most ${OVERVIEW_EVENTS_MAX}.` }),
      has_more_events: z.boolean().meta({ description: "True if the period has older events of the app." }),
      notes: z.array(noteResponse()).meta({
        description:
          `The caller's notes of these days about the app or about no app, at most ${OVERVIEW_NOTES_MAX}. ` +
          "Those of the latest day come first.",
      }),
      has_more_notes: z.boolean().meta({ description: "True if the period has more notes." }),
      rival_events: z.array(eventResponse()).meta({
        description: `The newest events of the requested \`rivals\`, at most ${OVERVIEW_RIVAL_EVENTS_MAX} together.`,
      }),
      has_more_rival_events: z
        .boolean()
        .meta({ description: "True if the period has older events of these competitors." }),
    })
    .meta({ id: "Overview" }),
);

export const overviewMeta = lazy(() =>
  z
    .object({
      from: calendarDate(),
      to: calendarDate(),
      country_code: z.string().meta({ description: "Storefront of ranks and, on the App Store, of prices." }),
      ratings_country_code: z.string().nullable().meta({
        description: "Storefront of the ratings. Null for all storefronts together.",
      }),
    })
    .meta({ id: "OverviewMeta" }),
);
