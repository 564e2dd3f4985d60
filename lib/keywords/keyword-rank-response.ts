import * as z from "zod";

import { GAP_RANK_MAX, keywordReadings, PREVIOUS_DAYS_MAX } from "../domain/keyword-rank.ts";
import { platformSchema } from "../domain/platform.ts";
import { rankStates } from "../domain/ranking.ts";
import { calendarDate, timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";
import { keywordFields } from "./term-response.ts";

const rankState = () =>
  z.enum(rankStates).meta({
    description: [
      "The state shows why there is a rank or none.",
      "`ranked`: the search showed the app.",
      "`not_in_window`: the search was read, but its `window` results do not have the app.",
      "`not_read`: the search was not read on this day, or not yet.",
      "`not_tracked`: nobody tracked the term on this day.",
    ].join(" "),
  });

const rank = () =>
  z.int().nullable().meta({ description: "Place of the app in the results, from 1. Null if it has none." });

const readFields = () => ({
  window: z.int().nullable().meta({ description: "Number of results that the store showed. Null if it was not read." }),
  fetched_at: timestamp()
    .nullable()
    .meta({ description: "Time when the results were read. Null if they were not read." }),
});

const comparedFields = () => ({
  state: rankState(),
  rank: rank(),
  previous_rank: z
    .int()
    .nullable()
    .meta({
      description:
        `Rank on the last earlier day that was read, at most ${PREVIOUS_DAYS_MAX} days earlier. ` +
        "Null if there is no such day, or if the app was not among its results.",
    }),
  change: z
    .int()
    .nullable()
    .meta({ description: "Number of places gained since `previous_rank`. Null if either rank is null." }),
});

const day = () => calendarDate().meta({ description: "Day (UTC) of the ranks." });

/** Fields of a tracked keyword on a day. */
export const keywordDayFields = () => ({ date: day(), ...comparedFields(), ...readFields() });

export const trendPointResponse = lazy(() =>
  z.object({ date: calendarDate(), rank: rank(), state: rankState() }).meta({ id: "KeywordTrendPoint" }),
);

const appId = () => z.int().meta({ description: "Id of an app in `meta.apps`." });

const keywordRankPoint = () => z.object({ date: calendarDate(), state: rankState(), rank: rank(), ...readFields() });

export const keywordRankSeriesResponse = lazy(() =>
  z
    .object({
      ...keywordFields(),
      app_id: appId(),
      points: z.array(keywordRankPoint()).meta({ description: "One point for each day, by day." }),
    })
    .meta({ id: "KeywordRankSeries" }),
);

const rankedApps = () =>
  z
    .array(
      z.object({
        id: z.int(),
        platform: platformSchema(),
        external_id: z.string(),
        name: z.string(),
        icon_url: z.string().nullable(),
      }),
    )
    .meta({ description: "The app itself, then the compared competitors in the order in which they were added." });

export const keywordRanksMeta = lazy(() =>
  z.object({ from: calendarDate(), to: calendarDate(), apps: rankedApps() }).meta({ id: "KeywordRanksMeta" }),
);

export const comparedRanksMeta = () => z.object({ apps: rankedApps() });

export const keywordRankComparisonResponse = lazy(() =>
  z
    .object({
      ...keywordFields(),
      date: day(),
      ...readFields(),
      ranks: z
        .array(z.object({ app_id: appId(), ...comparedFields() }))
        .meta({ description: "One entry for each app, in the order of `meta.apps`." }),
    })
    .meta({ id: "KeywordRankComparison" }),
);

export const keywordGapResponse = lazy(() =>
  z
    .object({
      ...keywordFields(),
      ...keywordDayFields(),
      rivals: z
        .array(z.object({ app_id: appId(), rank: z.int() }))
        .meta({ description: `Competitors among the first ${GAP_RANK_MAX} results, by rank.` }),
    })
    .meta({ id: "KeywordGap" }),
);

const knownApp = () => z.object({ id: z.int(), name: z.string(), icon_url: z.string().nullable() });

export const keywordResultsResponse = lazy(() =>
  z
    .object({
      ...keywordFields(),
      platform: platformSchema(),
      date: calendarDate().meta({ description: "Day (UTC) of the results." }),
      state: z.enum(keywordReadings).meta({
        description: [
          "`read`: `results` is what the store showed.",
          "`not_read`: the search was not read on this day, or not yet.",
          "`not_tracked`: nobody tracked the term on this day.",
        ].join(" "),
      }),
      ...readFields(),
      results: z
        .array(
          z.object({
            rank: z.int(),
            external_id: z.string(),
            app: knownApp().nullable().meta({ description: "Null if the service does not know the app." }),
          }),
        )
        .meta({ description: "The store's results in its order. Empty if the search was not read." }),
    })
    .meta({ id: "KeywordResults" }),
);
