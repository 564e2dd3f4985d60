import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { APPS_PER_IDENTIFICATION, identificationRules } from "../../../lib/domain/discovery.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { type GivenRow, recordset } from "../../recordset.ts";
import { apps, unidentifiedApps } from "../../schema/apps.ts";
import { chartDays } from "../../schema/charts.ts";
import { idArray, type Placeholders, statement } from "../../statement.ts";
import { isNotPaused } from "../budgets/platform-pauses.ts";
import { packRanks, unpackRanks } from "./chart-ranks.ts";
import { discoveryWrites, inOrder, pricedApp } from "./discovery.ts";

type Storefront = { readonly platform: Platform; readonly countryCode: string };

const u = alias(unidentifiedApps, "u");
const d = alias(chartDays, "d");

/** Returns CTEs about apps that this storefront is to name or to price. `waiting` has a row for each new one. */
export function waitForIdentification(
  { platform, countryCode }: Storefront,
  seconds: number,
  { isUnpriced, isAllowed = sql`true` }: { readonly isUnpriced: SQL; readonly isAllowed?: SQL },
): SQL {
  return sql`
    waiting AS (
      INSERT INTO ${unidentifiedApps} (app_id, platform, country_code, next_attempt_at)
      SELECT id, ${platform}, ${countryCode}, clock_timestamp() + make_interval(secs => ${seconds}::float8) FROM app
      WHERE ${isAllowed} AND (${isUnpriced} OR NOT is_identified
        AND NOT EXISTS (SELECT 1 FROM ${unidentifiedApps} u WHERE ${u.appId} = app.id))
      ORDER BY id ON CONFLICT (app_id, country_code) DO NOTHING RETURNING 1
    )`;
}

export function areAppsWaiting({ platform, countryCode }: Storefront): SQL {
  return sql`EXISTS (SELECT 1 FROM ${unidentifiedApps} u WHERE ${isOf(platform, countryCode)} AND ${u.attempts} = 0
    AND ${u.nextAttemptAt} > clock_timestamp())`;
}

function isOf(platform: SQLWrapper | string, countryCode: SQLWrapper | string): SQL {
  return sql`${u.platform} = ${platform} AND ${u.countryCode} = ${countryCode}`;
}

/** Fills the request with apps that were never requested. Nobody else takes them for this many seconds. */
export const takeUnidentifiedApps = statement({
  name: "take_unidentified_apps",
  effect: "writes",
  row: () => z.object({ app_id: z.int(), external_id: z.string() }),
  sql: ({ platform, countryCode, heldSeconds }: Placeholders<Storefront & { heldSeconds: number }>) => sql`
    WITH chosen AS (
      SELECT ${u.appId}, ${u.countryCode} FROM ${unidentifiedApps} u
      WHERE ${isOf(platform, countryCode)} AND (${u.nextAttemptAt} <= clock_timestamp() OR ${u.attempts} = 0)
        AND EXISTS (SELECT 1 FROM ${unidentifiedApps} u
          WHERE ${isOf(platform, countryCode)} AND ${u.nextAttemptAt} <= clock_timestamp())
        AND ${isNotPaused(platform)}
      ORDER BY ${u.nextAttemptAt} LIMIT ${APPS_PER_IDENTIFICATION} FOR UPDATE SKIP LOCKED
    )
    UPDATE ${unidentifiedApps} u SET attempts = least(${u.attempts} + 1, ${identificationRules.attemptsMax}::smallint),
      next_attempt_at = clock_timestamp() + make_interval(secs => ${heldSeconds}::float8)
    FROM chosen JOIN ${apps} ON ${apps.id} = chosen.app_id
    WHERE ${u.appId} = chosen.app_id AND ${u.countryCode} = chosen.country_code
    RETURNING ${u.appId}, ${apps.externalId}`,
});

export const returnUnidentifiedApps = statement({
  name: "return_unidentified_apps",
  effect: "writes",
  build: ({ countryCode, appIds }: { readonly countryCode: string; readonly appIds: readonly number[] }) => sql`
    UPDATE ${unidentifiedApps} SET attempts = greatest(0, ${unidentifiedApps.attempts} - 1),
      next_attempt_at = clock_timestamp()
    WHERE ${waitsIn(countryCode, appIds)}`,
});

export const storefrontsToIdentify = statement({
  name: "storefronts_to_identify",
  effect: "reads",
  row: () => z.object({ country_code: z.string() }),
  sql: ({ platform, storefronts }: Placeholders<{ platform: Platform; storefronts: number }>) => sql`
    SELECT ${u.countryCode} FROM ${unidentifiedApps} u
    WHERE ${u.platform} = ${platform} AND ${u.nextAttemptAt} <= clock_timestamp() AND ${isNotPaused(platform)}
    GROUP BY ${u.countryCode} ORDER BY min(${u.nextAttemptAt}) LIMIT ${storefronts}::int`,
});

export type IdentifiedApp = Omit<GivenRow<typeof pricedApp>, "position">;

type Identification = Storefront & {
  readonly at: Date;
  readonly found: readonly IdentifiedApp[];
  readonly missing: readonly number[];
  /** Days, YYYY-MM-DD, whose paid charts receive prices that were unknown. */
  readonly chartDates: { readonly oldest: string; readonly newest: string };
};

export const identifyApps = statement({
  name: "identify_apps",
  effect: "writes",
  build: ({ platform, countryCode, at, found, missing, chartDates }: Identification) => sql`
    WITH found AS MATERIALIZED (
      SELECT * FROM ${recordset(pricedApp, inOrder(found))} f
    ),
    ${discoveryWrites({ platform, countryCode, source: "on_trending", at, known: "completed" })},
    identified AS (
      DELETE FROM ${unidentifiedApps}
      WHERE ${unidentifiedApps.appId} IN (SELECT id FROM app) AND ${unidentifiedApps.countryCode} = ${countryCode}
    ),
    postponed AS (
      UPDATE ${unidentifiedApps} SET next_attempt_at = clock_timestamp()
        + make_interval(hours => ${identificationRules.hoursBetweenAttempts}::int)
      WHERE ${waitsIn(countryCode, missing)}
        AND ${unidentifiedApps.attempts} < ${identificationRules.attemptsMax}::smallint
    ),
    given_up AS (
      DELETE FROM ${unidentifiedApps}
      WHERE ${waitsIn(countryCode, missing)}
        AND ${unidentifiedApps.attempts} >= ${identificationRules.attemptsMax}::smallint
    ),
    priced AS MATERIALIZED (
      SELECT app.id AS app_id, found.price, found.currency FROM found JOIN app USING (external_id) WHERE found.price > 0
    ),
    completed AS (
      SELECT ${d.categoryId}, ${d.chartDate}, ranks.prices, ranks.currencies
      FROM ${chartDays} d CROSS JOIN LATERAL (${packRanks(sql`
        SELECT listed.rank, listed.app_id, coalesce(listed.price, priced.price) AS price,
          CASE WHEN listed.price IS NULL AND priced.price IS NOT NULL THEN priced.currency ELSE listed.currency END
            AS currency
        FROM (${unpackRanks({ appIds: d.appIds, prices: d.prices, currencies: d.currencies })}) listed
        LEFT JOIN priced USING (app_id)`)}) ranks
      WHERE ${isPaidChart({ platform, countryCode }, chartDates)}
        AND ${d.appIds} && ARRAY(SELECT app_id FROM priced)
    )
    UPDATE ${chartDays} d SET prices = completed.prices, currencies = completed.currencies FROM completed
    WHERE ${isPaidChart({ platform, countryCode }, chartDates)} AND ${d.categoryId} = completed.category_id
      AND ${d.chartDate} = completed.chart_date AND ${d.prices} IS DISTINCT FROM completed.prices`,
});

/** Values instead of columns limit the plan to the partitions of the days. */
function isPaidChart({ platform, countryCode }: Storefront, { oldest, newest }: Identification["chartDates"]): SQL {
  return sql`${d.platform} = ${platform} AND ${d.collection} = 'top_paid' AND ${d.countryCode} = ${countryCode}
    AND ${d.chartDate} BETWEEN ${oldest}::date AND ${newest}::date`;
}

function waitsIn(countryCode: string, appIds: readonly number[]): SQL {
  return sql`${unidentifiedApps.countryCode} = ${countryCode}
    AND ${unidentifiedApps.appId} = ANY (${idArray(appIds)}::int[])`;
}
