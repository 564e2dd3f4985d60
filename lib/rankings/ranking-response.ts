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
          "The state shows why there is a rank or none.",
          "`ranked`: the app has a rank.",
          "`not_in_window`: the chart was read, but the app is not among its first `window` ranks.",
          "`not_read`: the chart is fetched regularly, but it was not read on this day, or not yet.",
          "`not_tracked`: charts of this country and category are not fetched. `GET /charts` requests one.",
        ].join(" "),
      }),
      chart_date: calendarDate().meta({
        description: "Day (UTC) of the chart, or the requested day if the chart was not read.",
      }),
      window: z.int().nullable().meta({
        description: "Number of ranks that the chart covers. Null if it was not read.",
      }),
      charted_since: calendarDate().nullable().meta({
        description: "First day (UTC) for which this chart is stored. Null if there is none.",
      }),
      rank: z.int().nullable(),
      previous_rank: z.int().nullable(),
      rank_change: z
        .int()
        .nullable()
        .meta({ description: "Number of places gained since the chart of `compared_with`." }),
      status: z
        .enum(rankStatuses)
        .nullable()
        .meta({
          description:
            "`new`: the app was not in the chart of `compared_with`, or there is no such chart. Null if the app has " +
            "no rank. Also null if that chart covers too few ranks to show whether the app is new.",
        }),
      compared_with: calendarDate().nullable().meta({
        description: "Day (UTC) of the closest earlier stored chart. Null if there is none, or if the app has no rank.",
      }),
    })
    .meta({ id: "Ranking" }),
);

export const rankingsMeta = lazy(() =>
  z.object({ from: calendarDate(), to: calendarDate() }).meta({
    id: "RankingsMeta",
    description: "The requested days (UTC). Both are the same day unless a series was requested.",
  }),
);

export function presentRanking(row: RankingRow, platform: Platform): z.input<ReturnType<typeof rankingResponse>> {
  const { compared_window, previous_rank, rank, reading, window } = row;
  const isKnown = reading === "read" || reading === "empty";
  return {
    ...row,
    state: rankState(rank, reading),
    window: isKnown ? (window ?? chartWindow(platform, 0)) : null,
    rank_change: rankChange(rank, previous_rank),
    status: rank === null ? null : rankStatus(rank, previous_rank, compared_window),
  };
}
