import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { BAD_PAGES_MAX, chartPages, PAGES_BLOCKED_HOURS } from "../../../lib/domain/chart.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { storeCategories } from "../../schema/apps.ts";
import { chartSlots } from "../../schema/charts.ts";
import { type Columns, type Placeholders, statement } from "../../statement.ts";

const whole = alias(storeCategories, "whole");

export function arePagesBlocked(platform: SQLWrapper | string): SQL {
  return sql`EXISTS (SELECT 1 FROM ${chartSlots}
    WHERE ${chartSlots.platform} = ${platform} AND ${chartSlots.pagesBlockedUntil} > clock_timestamp())`;
}

export function pageOf(collection: SQLWrapper, category: Columns<"id" | "platform" | "externalId">): SQL {
  const ofAll = sql`SELECT ${whole.id} FROM ${storeCategories} whole
    WHERE ${whole.platform} = ${category.platform} AND ${whole.externalId} IS NULL`;
  return sql`CASE WHEN ${collection} NOT IN (${listOf(chartPages.collections)}) THEN NULL
    WHEN ${category.externalId} = ${chartPages.shownWithAll} THEN (${ofAll}) ELSE ${category.id} END`;
}

function listOf(names: readonly string[]): SQL {
  return sql.join(
    names.map((name) => sql`${name}`.inlineParams()),
    sql`, `,
  );
}

/** Returns true if this page was the last of too many in a row. */
export const countBadChartPage = statement({
  name: "count_bad_chart_page",
  effect: "writes",
  returns: "only",
  row: () => z.object({ blocks_pages: z.boolean() }),
  sql: ({ platform }: Placeholders<{ platform: Platform }>) => sql`
    UPDATE ${chartSlots} SET bad_pages = (${chartSlots.badPages} + 1) % ${BAD_PAGES_MAX}::smallint,
      pages_blocked_until = CASE WHEN ${chartSlots.badPages} + 1 >= ${BAD_PAGES_MAX}::smallint
        THEN clock_timestamp() + make_interval(hours => ${PAGES_BLOCKED_HOURS}::int)
        ELSE ${chartSlots.pagesBlockedUntil} END
    WHERE ${chartSlots.platform} = ${platform}
    RETURNING ${chartSlots.badPages} = 0 AS blocks_pages`,
});

export const resetBadChartPages = statement({
  name: "reset_bad_chart_pages",
  effect: "writes",
  sql: ({ platform }: Placeholders<{ platform: Platform }>) => sql`
    UPDATE ${chartSlots} SET bad_pages = 0 WHERE ${chartSlots.platform} = ${platform} AND ${chartSlots.badPages} > 0`,
});
