import * as z from "zod";

import type { Db } from "../../db/client.ts";
import {
  countUnmovedCharts,
  moveCharts as moveStep,
  truncateMovedChartEntries,
} from "../../db/queries/charts/move-charts.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";

/** Well within the function's timeout of a minute. */
const WORK_MS_MAX = 40_000;
/** More than fit into the time, so that the loop has its own bound. */
const STEPS_MAX = 10_000;

export const moveChartsEvent = z.strictObject({
  charts_per_step: z.int().min(1).max(1_000).default(200),
});

export type MoveChartsDependencies = { readonly db: Db; readonly now: Clock; readonly log: Log };

/**
 * Moves charts of earlier releases to the current form, and empties months whose charts were all moved. It may stop
 * anywhere, and the next invocation continues until `left` is 0.
 */
export async function moveCharts(
  { db, now, log }: MoveChartsDependencies,
  { charts_per_step: charts }: z.output<typeof moveChartsEvent>,
) {
  const endsAt = now().getTime() + WORK_MS_MAX;
  let moved = 0;
  for (let step = 0; step < STEPS_MAX && now().getTime() < endsAt; step += 1) {
    const count = await moveStep(db, { charts });
    if (count === 0) break;
    moved += count;
    log.info("charts.moved", { charts: moved });
  }
  const emptiedMonths = await truncateMovedChartEntries(db, {});
  const { left, oldest } = await countUnmovedCharts(db, {});
  return { moved, left, oldest_left: oldest, emptied_months: emptiedMonths };
}
