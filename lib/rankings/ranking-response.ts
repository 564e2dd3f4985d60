import * as z from "zod";

import type { RankingRow } from "../../db/queries/rankings.ts";
import { chartCollectionSchema } from "../domain/chart.ts";
import { rankChange, rankStatus, rankStatuses } from "../domain/ranking.ts";
import { calendarDate } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

export const rankingResponse = lazy(() =>
  z
    .object({
      country_code: z.string(),
      collection: chartCollectionSchema(),
      category: z.object({ id: z.int(), name: z.string() }),
      rank: z.int(),
      previous_rank: z.int().nullable(),
      rank_change: z.int().nullable().meta({ description: "Places gained since the chart of `compared_with`." }),
      status: z.enum(rankStatuses).meta({
        description: "`new`: the app was not in the chart of `compared_with`, or there is none.",
      }),
      snapshot_date: calendarDate(),
      compared_with: calendarDate()
        .nullable()
        .meta({ description: "The day of the closest earlier chart that is stored." }),
    })
    .meta({ id: "Ranking" }),
);

export const rankingsMeta = lazy(() =>
  z
    .object({ from: calendarDate(), to: calendarDate() })
    .meta({ id: "RankingsMeta", description: "The days (UTC) of the charts: one, unless a series was requested." }),
);

export function presentRanking(row: RankingRow): z.input<ReturnType<typeof rankingResponse>> {
  const { rank, previousRank } = row;
  return {
    country_code: row.countryCode,
    collection: row.collection,
    category: row.category,
    rank,
    previous_rank: previousRank,
    rank_change: rankChange(rank, previousRank),
    status: rankStatus(rank, previousRank),
    snapshot_date: row.snapshotDate,
    compared_with: row.comparedWith,
  };
}
