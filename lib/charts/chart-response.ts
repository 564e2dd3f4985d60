import * as z from "zod";

import type { ChartEntryRow } from "../../db/queries/charts/charts.ts";
import { chartCollectionSchema, chartRefreshes } from "../domain/chart.ts";
import { platformSchema } from "../domain/platform.ts";
import { rankChange } from "../domain/ranking.ts";
import { calendarDate, timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

/** The fields of an app as charts show it. */
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
            "Places gained since the chart of `compared_with`. Null if the app was not in it, or, for a rank below " +
            "`compared_window`, if that is not known.",
        }),
      ...chartedAppFields(),
      price: z.number().nullable(),
      currency: z.string().nullable(),
      is_free: z.boolean().meta({ description: "Whether the price is 0. False when the price is unknown." }),
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
      snapshot_date: calendarDate().nullable().meta({ description: "The day (UTC) of the chart; null without one." }),
      fetched_at: timestamp().nullable(),
      compared_with: calendarDate()
        .nullable()
        .meta({ description: "The day of the closest earlier chart that is stored." }),
      window: z.int().nullable().meta({ description: "How many ranks the chart speaks of; null without one." }),
      compared_window: z.int().nullable().meta({ description: "The same of the chart of `compared_with`." }),
      is_stale: z.boolean().meta({
        description:
          "Whether today's chart was requested and is not stored. Always false when another day was requested.",
      }),
      refresh: z.enum(chartRefreshes).meta({
        description: [
          "The state of today's chart.",
          "`queued`: this request has queued it behind the charts that other users requested.",
          "`under_way`: it was queued before.",
          "`empty`: the store has none today.",
          "`failed`: the last attempt failed only minutes ago; try again later.",
          "`limit_reached`: not queued for this request, because the user has requested as many missing charts today " +
            "as one user may, or all users together as many as can be fetched in the next 15 minutes. " +
            "A chart of the daily plan is still fetched at its time.",
          "`none`: nothing will be fetched.",
        ].join(" "),
      }),
    })
    .meta({ id: "ChartMeta" }),
);

export function presentChartEntry(entry: ChartEntryRow): z.input<ReturnType<typeof chartEntryResponse>> {
  return { ...entry, rank_change: rankChange(entry.rank, entry.previous_rank), is_free: entry.price === 0 };
}
