import type { ChartKey } from "../../lib/domain/chart.ts";
import { CHART_ATTEMPTS_MAX } from "../../lib/domain/chart-fetch.ts";
import type { Db } from "../client.ts";
import { runFixedStatement, type StatementValue } from "./fixed-statement.ts";
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

const thisChart = "platform = $1 AND collection = $2 AND country_code = $3 AND category_id = $4 AND chart_date = $5";
const isFree = "(lease_until IS NULL OR lease_until <= clock_timestamp())";

/** An attempt that ended without a word, by a kill, counts too: a chart that ends its consumers fails like any other. */
export const claimChartStatement = `
WITH claimed AS (
  UPDATE chart_fetches SET
    attempts = least(attempts + 1, ${CHART_ATTEMPTS_MAX}),
    outcome = CASE WHEN attempts >= ${CHART_ATTEMPTS_MAX} THEN 'failed' END,
    next_attempt_at = CASE WHEN attempts < ${CHART_ATTEMPTS_MAX} THEN next_attempt_at END,
    lease_until = CASE WHEN attempts < ${CHART_ATTEMPTS_MAX}
      THEN clock_timestamp() + make_interval(secs => $6::float8) END
  WHERE ${thisChart} AND outcome IS NULL AND queued_at IS NOT NULL AND ${isFree} AND ${isNotPaused("$1")}
  RETURNING category_id, attempts, lease_until
)
SELECT claimed.attempts, claimed.lease_until::text AS "leaseUntil", c.external_id AS "categoryExternalId"
FROM claimed JOIN store_categories c ON c.id = claimed.category_id AND c.platform = $1
WHERE claimed.lease_until IS NOT NULL`;

/**
 * Answers undefined when the chart was not asked for, is finished, is held by somebody else or has no attempt left, or
 * when its platform is paused.
 */
export async function claimChart(
  db: Db,
  chart: ChartKey,
  { leaseSeconds }: { leaseSeconds: number },
): Promise<ClaimedChart | undefined> {
  type Row = Omit<ClaimedChart, "lease"> & { leaseUntil: string };
  const [row] = await runFixedStatement<Row>(db, claimChartStatement, [...keyOf(chart), leaseSeconds]);
  if (row === undefined) return undefined;
  const { leaseUntil, attempts, categoryExternalId } = row;
  return { lease: { ...chart, leaseUntil }, attempts, categoryExternalId };
}

const held = `${thisChart} AND outcome IS NULL AND lease_until = $6::timestamptz`;

const postponeStatement = `
UPDATE chart_fetches SET attempts = attempts - 1, lease_until = NULL,
  next_attempt_at = clock_timestamp() + make_interval(secs => $7::float8)
WHERE ${held} RETURNING 1`;

/** Gives a chart back that was not asked for; its message is on its way again, and lost after so many seconds. */
export function postponeChart(db: Db, lease: ChartLease, { lostAfterSeconds }: { lostAfterSeconds: number }) {
  return writeHeld(db, postponeStatement, lease, lostAfterSeconds);
}

const retryStatement = `
UPDATE chart_fetches SET queued_at = NULL, lease_until = NULL,
  next_attempt_at = clock_timestamp() + make_interval(secs => $7::float8)
WHERE ${held} RETURNING 1`;

/** Leaves a chart to the sweeper, in so many seconds. */
export function retryChart(db: Db, lease: ChartLease, { delaySeconds }: { delaySeconds: number }) {
  return writeHeld(db, retryStatement, lease, delaySeconds);
}

const finishStatement = `
UPDATE chart_fetches SET outcome = $7, next_attempt_at = NULL, lease_until = NULL
WHERE ${held} RETURNING 1`;

/** Ends the day of a chart of which there is nothing to store. */
export function finishChart(db: Db, lease: ChartLease, outcome: "empty" | "failed") {
  return writeHeld(db, finishStatement, lease, outcome);
}

/** false: somebody else holds the chart now. */
async function writeHeld(db: Db, statement: string, lease: ChartLease, value: StatementValue): Promise<boolean> {
  const rows = await runFixedStatement(db, statement, [...keyOf(lease), lease.leaseUntil, value]);
  return rows.length > 0;
}

const missStatement = `
UPDATE chart_fetches SET outcome = 'missed', next_attempt_at = NULL
WHERE ${thisChart} AND outcome IS NULL AND ${isFree}`;

/** Ends a chart whose day is over, unless it is finished or is being fetched. */
export async function missChart(db: Db, chart: ChartKey): Promise<void> {
  await runFixedStatement(db, missStatement, keyOf(chart));
}

export function keyOf({ platform, collection, countryCode, categoryId, chartDate }: ChartKey) {
  return [platform, collection, countryCode, categoryId, chartDate] as const;
}
