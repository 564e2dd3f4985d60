import * as z from "zod";

import type { RankingRow } from "../../db/queries/charts/rankings.ts";
import { chartCollectionSchema } from "../domain/chart.ts";
import type { Platform } from "../domain/platform.ts";
import { chartWindow, rankChange, rankState, rankStates, rankStatus, rankStatuses } from "../domain/ranking.ts";
import { calendarDate } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

export const rankingResponse = lazy(() =>
  z
    .object({
      country_code: z.string(),
      collection: chartCollectionSchema(),
      category: z.object({ id: z.int(), name: z.string() }),
      state: z.enum(rankStates).meta({
        description: [
          "Why there is a rank, or none.",
          "`ranked`: the app has one.",
          "`not_in_window`: the chart was read, and the app is not among its first `window` ranks.",
          "`not_read`: the chart is fetched, and the one of this day was not read, or not yet.",
          "`not_tracked`: no chart of this country and category is fetched. `GET /charts` has one fetched.",
        ].join(" "),
      }),
      chart_date: calendarDate().meta({
        description: "The day (UTC) of the chart; the requested one where it was not read.",
      }),
      window: z.int().nullable().meta({
        description: "How many ranks the chart speaks of; null where it was not read.",
      }),
      charted_since: calendarDate().nullable().meta({
        description: "The first day (UTC) of which this chart is stored; null where none is.",
      }),
      rank: z.int().nullable(),
      previous_rank: z.int().nullable(),
      rank_change: z.int().nullable().meta({ description: "Places gained since the chart of `compared_with`." }),
      status: z
        .enum(rankStatuses)
        .nullable()
        .meta({
          description:
            "`new`: the app was not in the chart of `compared_with`, or there is none. Null without a rank, and for " +
            "one below all that the chart of `compared_with` speaks of.",
        }),
      compared_with: calendarDate()
        .nullable()
        .meta({ description: "The day of the closest earlier chart that is stored; null without a rank." }),
    })
    .meta({ id: "Ranking" }),
);

export const rankingsMeta = lazy(() =>
  z
    .object({ from: calendarDate(), to: calendarDate() })
    .meta({ id: "RankingsMeta", description: "The requested days (UTC): one, unless a series was requested." }),
);

export function presentRanking(row: RankingRow, platform: Platform): z.input<ReturnType<typeof rankingResponse>> {
  const { compared_window, previous_rank, rank, reading, window } = row;
  const wasLooked = reading === "read" || reading === "empty";
  return {
    ...row,
    state: rankState(rank, reading),
    window: wasLooked ? (window ?? chartWindow(platform, 0)) : null,
    rank_change: rankChange(rank, previous_rank),
    status: rank === null ? null : rankStatus(rank, previous_rank, compared_window),
  };
}
