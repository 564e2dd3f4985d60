import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import * as z from "zod";

import {
  BLOCKED_SECONDS,
  CEILING_SECONDS,
  CEILING_SHARE,
  type ClassSettings,
  CUT_SHARE,
  DOUBLINGS_MAX,
  FAILING_PAUSE_SECONDS,
  HOST_PAUSE_SECONDS_MAX,
  type HostClass,
  hostOfClass,
  RATE_FLOOR,
  RATE_STEP,
  type StoreHost,
  USED_SHARE,
  WINDOW_SECONDS,
} from "../../../lib/domain/store-hosts.ts";
import { storeBudgets } from "../../schema/stores.ts";
import { type Db, type Placeholders, statement } from "../../statement.ts";

// The rate of a class follows the store's responses (ADR 24). Each report is one statement, since simultaneous reports
// of many functions must count as one. `lib/domain/store-hosts.ts` has the numbers.

type ClassRate = { readonly start: number; readonly cap: number; readonly adaptive: boolean };

function rateOf({ adaptive, capPerMinute: cap, startPerMinute: start }: ClassSettings): ClassRate {
  return { start, cap, adaptive };
}

const seconds = (count: number | SQLWrapper) => sql`make_interval(secs => ${count}::float8)`;

const granted = ({ start, cap, adaptive }: Placeholders<ClassRate>) =>
  sql`(CASE WHEN ${adaptive}::boolean THEN least(${cap}::float8, coalesce(rate, ${start}::float8))
    ELSE ${start}::float8 END)`;

/** Tokens that are saved up while a bucket is blocked would all be sent when the block ends. */
const emptied = (blocksUntil: SQL) => sql`tokens = least(${storeBudgets.tokens}, 0),
  refilled_at = greatest(${storeBudgets.refilledAt}, ${blocksUntil})`;

type Throttled = ClassRate & {
  readonly hostClass: HostClass;
  readonly host: StoreHost;
  /** If true, the host is blocked as long as the class. Otherwise it is blocked for the wait that the store states. */
  readonly isAboutAddress: boolean;
  readonly retryAfterSeconds: number;
};

const reportThrottle = statement({
  name: "report_throttle",
  effect: "writes",
  returns: "first",
  row: () => z.object({ blocked_seconds: z.number() }),
  sql: (report: Placeholders<Throttled>) => sql`
    WITH locked AS MATERIALIZED (
      SELECT * FROM ${storeBudgets} WHERE ${storeBudgets.bucket} IN (${report.hostClass}, ${report.host})
      ORDER BY ${storeBudgets.bucket} FOR UPDATE
    ),
    clock AS MATERIALIZED (SELECT clock_timestamp() AS at FROM (SELECT count(*) FROM locked) AS all_locked),
    class AS MATERIALIZED (
      SELECT locked.*, clock.at, ${granted(report)} AS granted, coalesce(blocked_until > clock.at, false) AS is_blocked,
        ${report.adaptive}::boolean
          AND (${report.retryAfterSeconds}::float8 > 0
            OR coalesce(throttled_at > clock.at - ${seconds(WINDOW_SECONDS)}, false))
          AND coalesce(ceiling_until - ${seconds(CEILING_SECONDS)} <= clock.at - ${seconds(WINDOW_SECONDS)}, true)
          AS is_cut_due
      FROM locked CROSS JOIN clock WHERE locked.bucket = ${report.hostClass}
    ),
    report AS MATERIALIZED (
      SELECT *, is_cut_due AND NOT is_blocked AS is_cut, least(${RATE_FLOOR}::float8, granted) AS least_rate,
        greatest(blocked_until, at + make_interval(secs => least(${BLOCKED_SECONDS.max}::float8, greatest(
          ${report.retryAfterSeconds}::float8, CASE WHEN is_blocked THEN 0
            ELSE ${BLOCKED_SECONDS.first}::float8 * 2 ^ least(throttled_in_a_row, ${DOUBLINGS_MAX}::integer) END)))
        ) AS blocks_until
      FROM class
    ),
    blocked_host AS (
      UPDATE ${storeBudgets} SET blocked_until = greatest(${storeBudgets.blockedUntil}, host_until),
        ${emptied(sql`host_until`)}
      FROM (SELECT CASE WHEN ${report.isAboutAddress}::boolean THEN blocks_until
        ELSE at + least(${seconds(report.retryAfterSeconds)}, ${seconds(HOST_PAUSE_SECONDS_MAX)}) END AS host_until,
        at FROM report) host
      WHERE ${storeBudgets.bucket} = ${report.host} AND host_until > host.at
    )
    UPDATE ${storeBudgets} SET
      blocked_until = report.blocks_until, ${emptied(sql`report.blocks_until`)},
      throttled_at = CASE WHEN is_blocked THEN report.throttled_at ELSE at END,
      throttled_in_a_row = report.throttled_in_a_row + CASE WHEN is_blocked THEN 0 ELSE 1 END,
      window_started_at = CASE WHEN is_blocked THEN report.window_started_at ELSE blocks_until END,
      window_requests = CASE WHEN is_blocked THEN report.window_requests ELSE 0 END,
      rate = CASE WHEN is_cut THEN greatest(least_rate, ${CUT_SHARE}::float8 * granted) ELSE report.rate END,
      ceiling = CASE WHEN is_cut THEN greatest(least_rate, ${CEILING_SHARE}::float8 * granted) ELSE report.ceiling END,
      ceiling_until = CASE WHEN is_cut THEN at + ${seconds(CEILING_SECONDS)} ELSE report.ceiling_until END
    FROM report WHERE ${storeBudgets.bucket} = report.bucket
    RETURNING extract(epoch FROM report.blocks_until - at)::float8 AS blocked_seconds`,
});

type Responded = ClassRate & { readonly hostClass: HostClass };

const reportResponse = statement({
  name: "report_response",
  effect: "writes",
  sql: (rate: Placeholders<Responded>) => {
    const isOver = sql`(window_started_at <= clock_timestamp() - ${seconds(WINDOW_SECONDS)})`;
    const minutes = sql`(extract(epoch FROM clock_timestamp() - window_started_at) / 60)`;
    const most = sql`(CASE WHEN ceiling_until > clock_timestamp() THEN ceiling ELSE ${rate.cap}::float8 END)`;
    return sql`
    UPDATE ${storeBudgets} SET
      throttled_in_a_row = 0,
      rate = CASE WHEN ${isOver} AND ${rate.adaptive}::boolean
          AND window_requests >= ${USED_SHARE}::float8 * ${granted(rate)} * ${minutes}
        THEN greatest(${granted(rate)}, least(${rate.cap}::float8, ${most}, ${granted(rate)} + ${RATE_STEP}::float8))
        ELSE rate END,
      window_requests = CASE WHEN ${isOver} THEN 0 ELSE window_requests END,
      window_started_at = CASE WHEN ${isOver} THEN clock_timestamp() ELSE window_started_at END
    WHERE ${storeBudgets.bucket} = ${rate.hostClass} AND (throttled_in_a_row > 0 OR ${isOver})
      AND coalesce(blocked_until <= clock_timestamp(), true)`;
  },
});

const pauseClass = statement({
  name: "pause_class",
  effect: "writes",
  sql: ({ hostClass }: Placeholders<{ hostClass: HostClass }>) => sql`
    UPDATE ${storeBudgets}
    SET blocked_until = greatest(blocked_until, clock_timestamp() + ${seconds(FAILING_PAUSE_SECONDS)})
    WHERE ${storeBudgets.bucket} = ${hostClass}`,
});

export type ClassReport = {
  readonly hostClass: HostClass;
  readonly settings: ClassSettings;
} & (
  | { readonly outcome: "responded" }
  /** Several responses in a row have been 5xx. */
  | { readonly outcome: "failing" }
  | { readonly outcome: "throttled"; readonly isAboutAddress: boolean; readonly retryAfterSeconds: number | null }
);

export async function reportResponses(db: Db, report: ClassReport): Promise<number> {
  const { hostClass, settings } = report;
  const rate = rateOf(settings);
  if (report.outcome === "responded") {
    await reportResponse(db, { hostClass, ...rate });
    return 0;
  }
  if (report.outcome === "failing") {
    await pauseClass(db, { hostClass });
    return FAILING_PAUSE_SECONDS;
  }
  const { isAboutAddress, retryAfterSeconds } = report;
  const stated = { isAboutAddress, retryAfterSeconds: retryAfterSeconds ?? 0 };
  const blocked = await reportThrottle(db, { hostClass, host: hostOfClass[hostClass], ...stated, ...rate });
  return blocked?.blocked_seconds ?? 0;
}
