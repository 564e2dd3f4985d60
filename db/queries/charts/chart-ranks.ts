import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

import type { Columns } from "../../statement.ts";

export const RANKS_MAX = 200;

const ranksMax = sql`${RANKS_MAX}`.inlineParams();

/** Returns arrays for `chart_days`. Two apps at one rank make `app_ids` NULL, which the table rejects. */
export function packRanks(entries: SQL): SQL {
  return sql`
    SELECT CASE WHEN count(*) = ${ranksMax} THEN ${byRank(sql`e.app_id`)} END AS app_ids,
      ${sharedOrByRank(sql`e.price`)} AS prices, ${sharedOrByRank(sql`e.currency`)} AS currencies
    FROM generate_series(1, ${ranksMax}) AS place LEFT JOIN (${entries}) e ON e.rank = place`;
}

/** Returns a query of (rank, app_id, price, currency), without the gaps. */
export function unpackRanks({ appIds, prices, currencies }: Columns<"appIds" | "prices" | "currencies">): SQL {
  return sql`
    SELECT u.rank, u.app_id, coalesce(u.price, ${shared(prices)}) AS price,
      coalesce(u.currency, ${shared(currencies)}) AS currency
    FROM unnest(${appIds}, ${prices}, ${currencies}) WITH ORDINALITY AS u (app_id, price, currency, rank)
    WHERE u.app_id IS NOT NULL`;
}

function sharedOrByRank(value: SQL): SQL {
  return sql`CASE WHEN count(${value}) IN (0, count(e.app_id)) AND min(${value}) IS NOT DISTINCT FROM max(${value})
    THEN ARRAY[min(${value})] ELSE ${byRank(value)} END`;
}

function byRank(value: SQL): SQL {
  return sql`(array_agg(${value} ORDER BY place))[1:max(e.rank)]`;
}

/** Returns NULL if the values differ. The subquery reads the array once and not once for each rank. */
function shared(values: SQLWrapper): SQL {
  return sql`(SELECT CASE WHEN cardinality(${values}) = 1 THEN (${values})[1] END)`;
}
