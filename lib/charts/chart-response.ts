import * as z from "zod";

import { chartCollectionSchema, chartRefreshes } from "../domain/chart.ts";
import { platformSchema } from "../domain/platform.ts";
import { calendarDate, timestamp } from "../http/response-schemas.ts";

const chartEntryResponse = z
  .object({
    rank: z.int(),
    rank_change: z
      .int()
      .nullable()
      .meta({ description: "Places won since the chart of `compared_with`; null when the app was not in it." }),
    app_id: z.int(),
    app_external_id: z.string(),
    app_name: z.string(),
    icon_url: z.string().nullable(),
    platform: platformSchema,
    publisher: z.object({ id: z.int(), name: z.string(), external_id: z.string() }).nullable(),
    category_name: z.string().nullable(),
    price: z.number().nullable(),
    currency: z.string().nullable(),
    is_free: z.boolean().meta({ description: "Whether the price is 0. False when the price is unknown." }),
  })
  .meta({ id: "ChartEntry" });

const chartMeta = z
  .object({
    platform: platformSchema,
    collection: chartCollectionSchema,
    country_code: z.string(),
    category_id: z.int(),
    snapshot_date: calendarDate.nullable().meta({ description: "The day (UTC) of the chart; null without one." }),
    fetched_at: timestamp.nullable(),
    compared_with: calendarDate
      .nullable()
      .meta({ description: "The day of the closest earlier chart that is stored." }),
    is_stale: z.boolean().meta({
      description: "Whether today's chart was wanted and is not stored. False for every other day that is asked for.",
    }),
    refresh: z.enum(chartRefreshes).meta({
      description: [
        "What becomes of today's chart.",
        "`queued`: this request has queued it, for its turn among the charts that users ask for.",
        "`under_way`: it was queued before.",
        "`empty`: the store has none today.",
        "`failed`: the last attempt failed only minutes ago; ask again later.",
        "`limit_reached`: not queued for this request, because the user has asked for as many missing charts today as one user may, or all users for as many as can be fetched in the next 15 minutes. A chart of the daily plan is still fetched at its time.",
        "`none`: nothing will be fetched.",
      ].join(" "),
    }),
  })
  .meta({ id: "ChartMeta" });

/** A chart by rank. */
export const chartResponse = z.object({ data: z.array(chartEntryResponse), meta: chartMeta });
