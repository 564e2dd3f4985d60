import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { inTurnPerRun, STOREFRONT_REST_DAYS, WITHOUT_APP_DELAY_DAYS } from "../../../lib/domain/page-rules.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { appPageReads } from "../../schema/listings.ts";
import { appMetrics } from "../../schema/metrics.ts";
import { countries } from "../../schema/stores.ts";
import { toInstant } from "../../statement.ts";
import { codeArray, storefrontLanguages } from "../reference/countries.ts";
import { hasChanged, leavesOthers } from "../sweeps/swept-pages.ts";
import { age } from "../sweeps/swept-storefronts.ts";

/** A storefront whose turn it is, and the one of its languages whose page was read longest ago. */
export const storefrontTurnSchema = () =>
  z.object({
    country: z.string(),
    locale: z.string(),
    /** Whether the page was last read in this storefront. */
    isOwnPage: z.boolean(),
  });

/** Returns the key of a turn's item. No item of a language has such a key. */
export function turnKey(country: string, locale: string): string {
  return `${country}/${locale}`;
}

const k = alias(countries, "k");
const m = alias(appMetrics, "m");
const p = alias(appPageReads, "p");

type Planned = {
  readonly platform: Platform;
  readonly storefronts: readonly string[];
  /** Whether storefronts without the app have turns. */
  readonly looksAgain: boolean;
  readonly now: Date;
};

/**
 * Returns, as JSON, the storefronts that a scheduled run `c` of the app `a` reads because of their age. Those that were
 * never read come first, then those read longest ago. The age of a storefront is that of its last read or of the oldest
 * page read there; one that was without the app comes some days later. The run leaves them to the next run when it leaves
 * changed pages, too; a first run reads all storefronts anyway.
 */
export function storefrontTurns({ platform, storefronts, looksAgain, now }: Planned): SQL {
  const done = sql`(SELECT count(*) FROM unnest(c.completed_items) AS item WHERE item LIKE ${turnKey("%", "%")})::int`;
  return sql`coalesce((
    SELECT json_agg(json_build_object('country', turn.code, 'locale', turn.locale, 'isOwnPage', turn.is_own)
      ORDER BY turn.comes_at NULLS FIRST, turn.code)
    FROM (
      SELECT ${k.code}, page.locale, page.is_own, ${comesAt} AS comes_at
      FROM ${countries} k
      LEFT JOIN ${appMetrics} m ON ${m.appId} = c.app_id AND ${m.countryCode} = ${k.code}
      CROSS JOIN LATERAL (
        SELECT ${m.isAvailable} IS NOT NULL AND NOT ${m.isAvailable} AS is_unavailable,
          CASE WHEN ${m.isAvailable} THEN least(${m.observedAt}, (SELECT min(${p.readAt}) FROM ${pagesReadHere}))
            ELSE ${m.observedAt} END AS read_at
      ) known
      CROSS JOIN LATERAL (
        SELECT l.locale, NOT known.is_unavailable AND coalesce(${p.countryCode} = ${k.code}, false) AS is_own
        FROM unnest(${storefrontLanguages(sql`${platform}`, k)}) WITH ORDINALITY AS l(locale, place)
        LEFT JOIN ${appPageReads} p ON ${p.appId} = c.app_id AND ${p.locale} = l.locale
        ORDER BY ${p.readAt}, l.place LIMIT 1
      ) page
      WHERE ${k.code} = ANY (${codeArray(storefronts)}::text[]) AND c.purpose = 'tracked'
        AND a.last_synced_at IS NOT NULL AND NOT ${leavesOthers(platform, now)}
        AND ${k.code} <> c.identity_country AND (${looksAgain} OR NOT known.is_unavailable)
        AND coalesce(known.read_at <= ${toInstant(now)} - ${age(STOREFRONT_REST_DAYS)}, true)
        AND NOT EXISTS (SELECT 1 FROM ${pagesReadHere} AND ${hasChanged})
      ORDER BY ${comesAt} NULLS FIRST, ${k.code}
      LIMIT greatest(0, ${inTurnPerRun[platform]}::int - ${done})
    ) turn), '[]')`;
}

const comesAt = sql`known.read_at
  + CASE WHEN known.is_unavailable THEN ${age(WITHOUT_APP_DELAY_DAYS)} ELSE interval '0' END`;

const pagesReadHere = sql`${appPageReads} p WHERE ${p.appId} = c.app_id AND ${p.countryCode} = ${k.code}`;
