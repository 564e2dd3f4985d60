import * as z from "zod";

import type { Movers } from "../../db/queries/charts/chart-movers.ts";
import { chartCollectionSchema } from "../domain/chart.ts";
import { platformSchema } from "../domain/platform.ts";
import { rankChange } from "../domain/ranking.ts";
import { calendarDate, timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";
import { chartedAppFields } from "./chart-response.ts";

/** The most apps of each list. Four hundred with the longest texts would not fit into a response. */
const MOVERS_MAX = 100;

const chartMover = lazy(() =>
  z
    .object({
      rank: z.int().nullable().meta({ description: "Null if the app is now below `window`." }),
      previous_rank: z.int().nullable().meta({ description: "Null if the app was below `window`." }),
      rank_change: z.int().nullable().meta({ description: "Number of places gained. Null if a rank is null." }),
      ...chartedAppFields(),
    })
    .meta({ id: "ChartMover" }),
);

export const chartMoversResponse = lazy(() =>
  z
    .object({
      entered: z.array(chartMover()).meta({ description: `Up to ${MOVERS_MAX} apps, sorted by rank.` }),
      left: z.array(chartMover()).meta({ description: `Up to ${MOVERS_MAX} apps, sorted by previous rank.` }),
      moved: z
        .array(chartMover())
        .meta({ description: `Up to ${MOVERS_MAX} apps. They are sorted by places gained or lost, then by rank.` }),
    })
    .meta({
      id: "ChartMovers",
      description:
        "The lists contain apps whose ranks within `window` differ between the charts. They are empty if one " +
        "of the two charts is not stored.",
    }),
);

export const chartMoversMeta = lazy(() =>
  z
    .object({
      platform: platformSchema(),
      collection: chartCollectionSchema(),
      country_code: z.string(),
      category_id: z.int(),
      snapshot_date: calendarDate()
        .nullable()
        .meta({ description: "Day (UTC) of the later chart. Null if it is not stored." }),
      fetched_at: timestamp().nullable(),
      compared_with: calendarDate()
        .nullable()
        .meta({ description: "Day (UTC) of the earlier chart. Null if it is not stored." }),
      window: z
        .int()
        .nullable()
        .meta({
          description:
            "Number of ranks that are compared. It is limited to the ranks that both charts cover. Null if one " +
            "of the two charts is not stored.",
        }),
      counts: z.object({ entered: z.int(), left: z.int(), moved: z.int(), unchanged: z.int() }).meta({
        description:
          "The counts cover all apps within `window` of either chart. `unchanged` apps have the same rank in both.",
      }),
    })
    .meta({ id: "ChartMoversMeta" }),
);

type Mover = z.input<ReturnType<typeof chartMover>>;
type Meta = z.input<ReturnType<typeof chartMoversMeta>>;
type Chart = Pick<Meta, "platform" | "collection" | "country_code" | "category_id">;

export function presentChartMovers(
  { movers, unchanged, ...compared }: Movers,
  chart: Chart,
): {
  movers: z.input<ReturnType<typeof chartMoversResponse>>;
  meta: Meta;
} {
  const all = movers.map((mover) => ({ ...mover, rank_change: rankChange(mover.rank, mover.previous_rank) }));
  const wayOf = ({ rank_change }: Mover) => Math.abs(rank_change ?? 0);
  const entered = all.filter(({ previous_rank }) => previous_rank === null);
  const left = all.filter(({ rank }) => rank === null);
  const moved = all.filter(({ rank_change }) => rank_change !== null).toSorted((a, b) => wayOf(b) - wayOf(a));
  return {
    movers: {
      entered: entered.slice(0, MOVERS_MAX),
      left: left.slice(0, MOVERS_MAX),
      moved: moved.slice(0, MOVERS_MAX),
    },
    meta: {
      ...compared,
      ...chart,
      counts: { entered: entered.length, left: left.length, moved: moved.length, unchanged },
    },
  };
}
