import type { ChartCollection, ChartRefresh } from "../../lib/domain/chart.ts";
import { GLOBAL_COUNTRY } from "../../lib/domain/country.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import type { Db } from "../client.ts";
import { storefrontLanguages } from "./countries.ts";
import { runFixedStatement } from "./fixed-statement.ts";
import { refreshWord } from "./request-chart.ts";

export type ChartEntryRow = {
  readonly rank: number;
  /** null when the app was not in the chart that this one is compared with. */
  readonly earlierRank: number | null;
  readonly appId: number;
  readonly appExternalId: string;
  readonly appName: string;
  readonly iconUrl: string | null;
  readonly publisher: { readonly id: number; readonly name: string; readonly externalId: string } | null;
  readonly categoryName: string | null;
  readonly price: number | null;
  readonly currency: string | null;
};

export type ChartAnswer = {
  readonly countryExists: boolean;
  /** Whether the platform has a storefront in the country. */
  readonly isStorefront: boolean;
  /** The category asked for, or the platform's "All"; null when the platform has no such category. */
  readonly categoryId: number | null;
  readonly snapshotDate: string | null;
  /** Unix time. */
  readonly fetchedAt: number | null;
  readonly comparedWith: string | null;
  /** What becomes of today's chart; null when somebody has to ask for it. */
  readonly refresh: ChartRefresh | null;
  readonly entries: readonly ChartEntryRow[];
};

/** Charts have as many ranks at most. */
const ENTRIES_MAX = 200;

const sameChart = "t.platform = $1 AND t.collection = $2 AND t.country_code = c.code AND t.category_id = k.id";

export const findChartStatement = `
SELECT c.code IS NOT NULL AS "countryExists",
  ${storefrontLanguages("$1", "c")} IS NOT NULL AS "isStorefront",
  k.id AS "categoryId", chart.chart_date AS "snapshotDate",
  extract(epoch FROM chart.fetched_at)::float8 AS "fetchedAt", earlier.chart_date AS "comparedWith",
  ${refreshWord("today")} AS refresh, ranked.entries
FROM (SELECT 1) one
LEFT JOIN countries c ON c.code = $3 AND c.code <> '${GLOBAL_COUNTRY}'
LEFT JOIN store_categories k ON k.platform = $1
  AND CASE WHEN $4::integer IS NULL THEN k.external_id IS NULL AND k.type = 'app' ELSE k.id = $4 END
LEFT JOIN LATERAL (
  SELECT t.id, t.chart_date, t.fetched_at FROM trending_charts t
  WHERE ${sameChart} AND t.chart_date BETWEEN coalesce($5::date, '-infinity') AND coalesce($5::date, $6::date)
  ORDER BY t.chart_date DESC LIMIT 1
) chart ON true
LEFT JOIN LATERAL (
  SELECT t.id, t.chart_date FROM trending_charts t
  WHERE ${sameChart} AND t.chart_date < chart.chart_date
  ORDER BY t.chart_date DESC LIMIT 1
) earlier ON true
LEFT JOIN chart_fetches today ON today.platform = $1 AND today.collection = $2 AND today.country_code = c.code
  AND today.category_id = k.id AND today.chart_date = $6
CROSS JOIN LATERAL (
  SELECT coalesce(json_agg(json_build_object('rank', e.rank, 'earlierRank', before.rank, 'appId', a.id,
      'appExternalId', a.external_id, 'appName', coalesce(a.name, a.external_id), 'iconUrl', a.icon_url,
      'publisher', CASE WHEN p.id IS NOT NULL
        THEN json_build_object('id', p.id, 'name', p.name, 'externalId', p.external_id) END,
      'categoryName', ak.name, 'price', e.price, 'currency', e.currency) ORDER BY e.rank), '[]') AS entries
  FROM (
    SELECT * FROM trending_chart_entries
    WHERE chart_id = chart.id AND chart_date = chart.chart_date ORDER BY rank LIMIT ${ENTRIES_MAX}
  ) e
  JOIN apps a ON a.id = e.app_id
  LEFT JOIN publishers p ON p.id = a.publisher_id
  LEFT JOIN store_categories ak ON ak.id = a.category_id
  LEFT JOIN trending_chart_entries before
    ON before.chart_id = earlier.id AND before.chart_date = earlier.chart_date AND before.app_id = e.app_id
) ranked`;

type ChartQuestion = {
  readonly platform: Platform;
  readonly collection: ChartCollection;
  readonly countryCode: string;
  /** null for the platform's "All". */
  readonly categoryId: number | null;
  /** null for the newest chart until today. */
  readonly date: string | null;
  readonly today: string;
};

/** All that answering for one chart takes, in one round trip: country, category, chart, the one before it, its fetch. */
export async function findChart(db: Db, question: ChartQuestion): Promise<ChartAnswer> {
  const { platform, collection, countryCode, categoryId, date, today } = question;
  const values = [platform, collection, countryCode, categoryId, date, today];
  const [row] = await runFixedStatement<ChartAnswer>(db, findChartStatement, values);
  if (row === undefined) throw new TypeError("The question for a chart has always one row.");
  return row;
}
