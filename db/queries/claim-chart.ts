import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { ChartKey } from "../../lib/domain/chart.ts";
import { CHART_ATTEMPTS_MAX } from "../../lib/domain/chart-fetch.ts";
import { chartFetches } from "../schema/chart-fetches.ts";
import { storeCategories } from "../schema/store-categories.ts";
import { type Db, type Placeholders, statement } from "../statement.ts";
import { isChartOfDay, isHeld, isLeaseFree, isUnfinished } from "./chart-conditions.ts";
import { isNotPaused } from "./platform-pauses.ts";

/** The right to fetch a chart. Its end is later than that of any lease before it, so it also names the lease. */
export type ChartLease = ChartKey & { readonly leaseUntil: string };

export type ClaimedChart = {
  readonly lease: ChartLease;
  /** Attempts so far, this one included. */
  readonly attempts: number;
  /** null for the platform's "All". */
  readonly categoryExternalId: string | null;
};

const c = alias(storeCategories, "c");
const attemptsMax = sql`${CHART_ATTEMPTS_MAX}`.inlineParams();
const hasAttemptLeft = sql`${chartFetches.attempts} < ${attemptsMax}`;

/** An attempt that a kill ended counts too: a chart that ends its consumers fails like any other. */
const claim = statement({
  name: "claim_chart",
  effect: "writes",
  row: () => z.object({ attempts: z.int(), leaseUntil: z.string(), categoryExternalId: z.string().nullable() }),
  sql: (chart: Placeholders<ChartKey & { leaseSeconds: number }>) => sql`
    WITH claimed AS (
      UPDATE ${chartFetches} SET
        attempts = least(${chartFetches.attempts} + 1, ${attemptsMax}),
        outcome = CASE WHEN NOT ${hasAttemptLeft} THEN 'failed' END,
        next_attempt_at = CASE WHEN ${hasAttemptLeft} THEN ${chartFetches.nextAttemptAt} END,
        lease_until = CASE WHEN ${hasAttemptLeft}
          THEN clock_timestamp() + make_interval(secs => ${chart.leaseSeconds}::float8) END
      WHERE ${isChartOfDay(chartFetches, chart)} AND ${isUnfinished} AND ${chartFetches.queuedAt} IS NOT NULL
        AND ${isLeaseFree} AND ${isNotPaused(chart.platform)}
      RETURNING platform, category_id, attempts, lease_until
    )
    SELECT claimed.attempts, claimed.lease_until::text AS "leaseUntil", ${c.externalId} AS "categoryExternalId"
    FROM claimed JOIN ${storeCategories} c ON ${c.id} = claimed.category_id AND ${c.platform} = claimed.platform
    WHERE claimed.lease_until IS NOT NULL`,
});

/**
 * Returns undefined when the chart was not asked for, is finished, is held by somebody else or has no attempt left, or
 * when its platform is paused.
 */
export async function claimChart(
  db: Db,
  chart: ChartKey,
  { leaseSeconds }: { leaseSeconds: number },
): Promise<ClaimedChart | undefined> {
  const [row] = await claim(db, { ...chart, leaseSeconds });
  if (row === undefined) return undefined;
  const { leaseUntil, attempts, categoryExternalId } = row;
  return { lease: { ...chart, leaseUntil }, attempts, categoryExternalId };
}

const postpone = statement({
  name: "postpone_chart",
  effect: "writes",
  sql: (held: Placeholders<ChartLease & { lostAfterSeconds: number }>) => sql`
    UPDATE ${chartFetches} SET attempts = ${chartFetches.attempts} - 1, lease_until = NULL,
      next_attempt_at = clock_timestamp() + make_interval(secs => ${held.lostAfterSeconds}::float8)
    WHERE ${isHeld(held)} RETURNING 1`,
});

/**
 * Gives a chart back that the store was not asked for; its message is on its way again, and lost after so many seconds.
 * Returns false when somebody else holds the chart now.
 */
export async function postponeChart(db: Db, lease: ChartLease, { lostAfterSeconds }: { lostAfterSeconds: number }) {
  return (await postpone(db, { ...lease, lostAfterSeconds })).length > 0;
}

const retry = statement({
  name: "retry_chart",
  effect: "writes",
  sql: (held: Placeholders<ChartLease & { delaySeconds: number }>) => sql`
    UPDATE ${chartFetches} SET queued_at = NULL, lease_until = NULL,
      next_attempt_at = clock_timestamp() + make_interval(secs => ${held.delaySeconds}::float8)
    WHERE ${isHeld(held)} RETURNING 1`,
});

/** Leaves a chart to the sweeper, in so many seconds. Returns false when somebody else holds the chart now. */
export async function retryChart(db: Db, lease: ChartLease, { delaySeconds }: { delaySeconds: number }) {
  return (await retry(db, { ...lease, delaySeconds })).length > 0;
}

type EmptyHanded = "empty" | "failed";

const finish = statement({
  name: "finish_chart",
  effect: "writes",
  sql: (held: Placeholders<ChartLease & { outcome: EmptyHanded }>) => sql`
    UPDATE ${chartFetches} SET outcome = ${held.outcome}, next_attempt_at = NULL, lease_until = NULL
    WHERE ${isHeld(held)} RETURNING 1`,
});

/** Ends the day of a chart of which there is nothing to store. Returns false when somebody else holds the chart now. */
export async function finishChart(db: Db, lease: ChartLease, outcome: EmptyHanded) {
  return (await finish(db, { ...lease, outcome })).length > 0;
}

/** Ends a chart whose day is over, unless it is finished or is being fetched. */
export const missChart = statement({
  name: "miss_chart",
  effect: "writes",
  sql: (chart: Placeholders<ChartKey>) => sql`
    UPDATE ${chartFetches} SET outcome = 'missed', next_attempt_at = NULL
    WHERE ${isChartOfDay(chartFetches, chart)} AND ${isUnfinished} AND ${isLeaseFree}`,
});
