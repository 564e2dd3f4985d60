import * as z from "zod";

import type { ChartEntryRow } from "../../db/queries/charts/charts.ts";
import { chartCollectionSchema, chartRefreshes } from "../domain/chart.ts";
import { platformSchema } from "../domain/platform.ts";
import { rankChange } from "../domain/ranking.ts";
import { calendarDate, timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

export const chartedAppFields = () => ({
  app_id: z.int(),
  app_external_id: z.string(),
  app_name: z.string(),
  icon_url: z.string().nullable(),
  platform: platformSchema(),
  publisher: z.object({ id: z.int(), name: z.string(), external_id: z.string() }).nullable(),
  category_name: z.string().nullable(),
});

export const chartEntryResponse = lazy(() =>
  z
    .object({
      rank: z.int(),
      rank_change: z
        .int()
        .nullable()
        .meta({
          description:
            "Number of places gained since the chart of `compared_with`. Null if the app was not in that chart, or " +
            "if that is not known because its rank is below `compared_window`.",
        }),
      ...chartedAppFields(),
      price: z.number().nullable(),
      currency: z.string().nullable(),
      is_free: z.boolean().meta({ description: "True if the price is 0. False if the price is not known." }),
    })
    .meta({ id: "ChartEntry" }),
);

export const chartMeta = lazy(() =>
  z
    .object({
      platform: platformSchema(),
      collection: chartCollectionSchema(),
      country_code: z.string(),
      category_id: z.int(),
      snapshot_date: calendarDate().nullable().meta({ description: "Day (UTC) of the chart. Null if there is none." }),
      fetched_at: timestamp().nullable(),
      compared_with: calendarDate().nullable().meta({ description: "Day (UTC) of the closest earlier stored chart." }),
      window: z
        .int()
        .nullable()
        .meta({ description: "Number of ranks that the chart covers. Null if there is no chart." }),
      compared_window: z
        .int()
        .nullable()
        .meta({ description: "The chart of `compared_with` covers this number of ranks." }),
      is_stale: z.boolean().meta({
        description:
          "True if today's chart was requested but is not stored. Always false if another day was requested.",
      }),
      refresh: z.enum(chartRefreshes).meta({
        description: [
          "The state of today's chart.",
          "`queued`: this request queued it behind the charts that other users requested.",
          "`under_way`: it was queued before.",
          "`empty`: the store has no such chart today.",
          "`failed`: the last attempt failed a few minutes ago; try again later.",
          "`limit_reached`: the chart was not queued, because a limit on requests for missing charts is reached. " +
            "There is a daily limit for each user, and all users together can queue as many charts as can be fetched " +
            "in 15 minutes. A chart of the daily plan is still fetched at its scheduled time.",
          "`none`: no chart will be fetched.",
        ].join(" "),
      }),
    })
    .meta({ id: "ChartMeta" }),
);

export function presentChartEntry(entry: ChartEntryRow): z.input<ReturnType<typeof chartEntryResponse>> {
  return { ...entry, rank_change: rankChange(entry.rank, entry.previous_rank), is_free: entry.price === 0 };
}
