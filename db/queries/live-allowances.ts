import type { LiveLimits } from "../../lib/domain/live-limits.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import type { Db } from "../client.ts";
import { runFixedStatement } from "./fixed-statement.ts";

type LiveTokens = {
  readonly platform: Platform;
  readonly userId: number;
  readonly requests: number;
  readonly limits: LiveLimits;
  /** For what has been asked already: taken on credit, whatever is there. */
  readonly isOwed: boolean;
};

export type TakenLiveTokens =
  | { readonly outcome: "taken" }
  /** What is used up, and the seconds until it holds enough. */
  | { readonly outcome: "denied"; readonly by: "user" | "live"; readonly waitSeconds: number };

const refilled = (row: string, { rate, capacity }: { rate: string; capacity: string }) =>
  `least(${capacity}::float8, ${row}.tokens
    + greatest(0, extract(epoch FROM clock_timestamp() - ${row}.refilled_at)) * ${rate}::float8)`;

const ofUser = { rate: "$5", capacity: "$6" };
const ofLive = { rate: "$7", capacity: "$8" };
const ofStore = { rate: "$9", capacity: "$10" };

/** Takes from a bucket, or makes one that has just been taken from. */
const fill = (from: string, bucket: { rate: string; capacity: string }) => `
  SET tokens = ${refilled(from, bucket)} - $3::float8, refilled_at = greatest(clock_timestamp(), ${from}.refilled_at)`;

/**
 * Both buckets are locked before they are compared, so that a request that one of them denies takes nothing from the
 * other. The store's own bucket pays on credit: what all users may take together is little.
 */
const takeLiveTokensStatement = `
WITH own AS MATERIALIZED (
  SELECT ${refilled("a", ofUser)} AS tokens FROM live_allowances a WHERE user_id = $2 AND platform = $1 FOR UPDATE
),
shared AS MATERIALIZED (
  SELECT ${refilled("b", ofLive)} AS tokens FROM store_budgets b
  WHERE bucket = $1 || ':live' AND (SELECT count(*) FROM own) >= 0 FOR UPDATE
),
found AS MATERIALIZED (
  SELECT coalesce((SELECT tokens FROM own), $6::float8) AS own, coalesce((SELECT tokens FROM shared), $8::float8) AS shared
),
allowed AS MATERIALIZED (SELECT FROM found WHERE $4::boolean OR least(own, shared) >= $3::float8),
from_own AS (
  INSERT INTO live_allowances AS a (user_id, platform, tokens, refilled_at)
  SELECT $2::integer, $1, $6::float8 - $3::float8, clock_timestamp() FROM allowed
  ON CONFLICT (user_id, platform) DO UPDATE ${fill("a", ofUser)}
),
from_shared AS (
  INSERT INTO store_budgets AS b (bucket, tokens, refilled_at)
  SELECT $1 || ':live', $8::float8 - $3::float8, clock_timestamp() FROM allowed
  ON CONFLICT (bucket) DO UPDATE ${fill("b", ofLive)}
),
from_store AS (
  INSERT INTO store_budgets AS b (bucket, tokens, refilled_at)
  SELECT $1, $10::float8 - $3::float8, clock_timestamp() FROM allowed
  ON CONFLICT (bucket) DO UPDATE ${fill("b", ofStore)}
)
SELECT own, shared, EXISTS (SELECT 1 FROM allowed) AS "isTaken" FROM found`;

/** Takes what a live request costs from the user's bucket, the one of all live requests, and the store's; or from none. */
export async function takeLiveTokens(db: Db, request: LiveTokens): Promise<TakenLiveTokens> {
  const { platform, userId, requests, isOwed, limits } = request;
  const { user, live, store } = limits;
  const settings = [user, live, store].flatMap(({ rate, capacity }) => [rate, capacity]);
  type Row = { readonly own: number; readonly shared: number; readonly isTaken: boolean };
  const [row] = await runFixedStatement<Row>(db, takeLiveTokensStatement, [
    platform,
    userId,
    requests,
    isOwed,
    ...settings,
  ]);
  if (row === undefined) throw new TypeError("The statement returns one row.");
  if (row.isTaken) return { outcome: "taken" };

  const ofOwn = secondsUntil(requests, { tokens: row.own, rate: user.rate });
  const ofShared = secondsUntil(requests, { tokens: row.shared, rate: live.rate });
  return ofOwn >= ofShared
    ? { outcome: "denied", by: "user", waitSeconds: ofOwn }
    : { outcome: "denied", by: "live", waitSeconds: ofShared };
}

function secondsUntil(requests: number, { tokens, rate }: { tokens: number; rate: number }): number {
  return tokens >= requests ? 0 : Math.max(1, Math.ceil((requests - tokens) / rate));
}
