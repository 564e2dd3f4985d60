import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { periodicPerRun, STOREFRONT_REST_DAYS, WITHOUT_APP_DELAY_DAYS } from "../../../lib/domain/page-rules.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { appPageReads } from "../../schema/listings.ts";
import { appMetrics } from "../../schema/metrics.ts";
import { countries } from "../../schema/stores.ts";
import type { Columns } from "../../statement.ts";
import { storefrontLanguages } from "../reference/countries.ts";
import { hasChanged, leavesOthers } from "../sweeps/swept-pages.ts";
import { age } from "../sweeps/swept-storefronts.ts";
import type { Run } from "./run-conditions.ts";

export const periodicStorefrontSchema = () =>
  z.object({
    country: z.string(),
    locale: z.string(),
    is_own_page: z.boolean(),
  });

export function periodicItemKey(country: string, locale: string): string {
  return `${country}/${locale}`;
}

const country = alias(countries, "country");
const metrics = alias(appMetrics, "metrics");
const page = alias(appPageReads, "page");

type Planned = {
  readonly platform: Platform;
  /** An array of storefronts as text. */
  readonly storefronts: SQLWrapper;
  readonly rechecks: SQLWrapper;
  readonly now: SQL;
  readonly run: Run<"appId" | "purpose" | "startedAt" | "identityCountry" | "completedItems">;
  readonly app: Columns<"currentVersionId" | "lastSyncedAt">;
};

/**
 * Returns the storefronts to refresh: those that were never read, then those whose last read or oldest page is oldest.
 * A storefront without the app waits `WITHOUT_APP_DELAY_DAYS` longer. A run that leaves changed pages to the next run
 * refreshes none.
 */
export function periodicStorefronts({ storefronts, rechecks, ...planned }: Planned): SQL {
  const { app, now, platform, run } = planned;
  const done = sql`(SELECT count(*) FROM unnest(${run.completedItems}) AS item
    WHERE item LIKE ${periodicItemKey("%", "%")})::int`;
  const pagesReadHere = sql`${appPageReads} page WHERE ${page.appId} = ${run.appId}
    AND ${page.countryCode} = ${country.code}`;
  return sql`coalesce((
    SELECT json_agg(json_build_object('country', next.code, 'locale', next.locale, 'is_own_page', next.is_own)
      ORDER BY next.due_at NULLS FIRST, next.code)
    FROM (
      SELECT ${country.code}, next_page.locale, next_page.is_own, ${dueAt} AS due_at
      FROM ${countries} country
      LEFT JOIN ${appMetrics} metrics ON ${metrics.appId} = ${run.appId} AND ${metrics.countryCode} = ${country.code}
      CROSS JOIN LATERAL (
        SELECT ${metrics.isAvailable} IS NOT NULL AND NOT ${metrics.isAvailable} AS is_unavailable,
          CASE WHEN ${metrics.isAvailable}
            THEN least(${metrics.observedAt}, (SELECT min(${page.readAt}) FROM ${pagesReadHere}))
            ELSE ${metrics.observedAt} END AS read_at
      ) known
      CROSS JOIN LATERAL (
        SELECT l.locale, NOT known.is_unavailable AND coalesce(${page.countryCode} = ${country.code}, false) AS is_own
        FROM unnest(${storefrontLanguages(sql`${platform}`, country)}) WITH ORDINALITY AS l(locale, place)
        LEFT JOIN ${appPageReads} page ON ${page.appId} = ${run.appId} AND ${page.locale} = l.locale
        ORDER BY ${page.readAt}, l.place LIMIT 1
      ) next_page
      WHERE ${country.code} = ANY (${storefronts}::text[]) AND ${run.purpose} = 'tracked'
        AND ${app.lastSyncedAt} IS NOT NULL AND NOT ${leavesOthers(planned)}
        AND ${country.code} <> ${run.identityCountry} AND (${rechecks}::boolean OR NOT known.is_unavailable)
        AND coalesce(known.read_at <= ${now} - ${age(STOREFRONT_REST_DAYS)}, true)
        AND NOT EXISTS (SELECT 1 FROM ${pagesReadHere} AND ${hasChanged(page, app)})
      ORDER BY ${dueAt} NULLS FIRST, ${country.code}
      LIMIT greatest(0, ${periodicPerRun[platform]}::int - ${done})
    ) next), '[]')`;
}

const dueAt = sql`known.read_at
  + CASE WHEN known.is_unavailable THEN ${age(WITHOUT_APP_DELAY_DAYS)} ELSE interval '0' END`;
