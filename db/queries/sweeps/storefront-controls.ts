import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { Platform } from "../../../lib/domain/platform.ts";
import { CONTROLS } from "../../../lib/domain/storefront-sweep.ts";
import { storefrontControls, unconfirmedAbsences } from "../../schema/controls.ts";
import { idArray, statement, toInstant } from "../../statement.ts";

const k = alias(storefrontControls, "k");
const x = alias(unconfirmedAbsences, "x");

type Storefront = { readonly platform: Platform; readonly countryCode: string; readonly now: Date };

/** Returns true if the last check found a control, and undefined if it was more than a minute ago. */
export const findControlCheck = statement({
  name: "find_control_check",
  effect: "reads",
  returns: "first",
  row: () => z.object({ was_found: z.boolean() }),
  build: ({ platform, countryCode, now }: Storefront) => {
    const since = sql`${toInstant(now)} - make_interval(secs => ${CONTROLS.checkSeconds})`;
    return sql`
    SELECT found_at IS NOT NULL AND coalesce(found_at >= missed_at, true) AS was_found
    FROM (
      SELECT max(${k.foundAt}) FILTER (WHERE ${k.foundAt} > ${since}) AS found_at,
        max(${k.missedAt}) FILTER (WHERE ${k.missedAt} > ${since}) AS missed_at
      FROM ${storefrontControls} k WHERE ${k.platform} = ${platform} AND ${k.countryCode} = ${countryCode}) last_check
    WHERE found_at IS NOT NULL OR missed_at IS NOT NULL`;
  },
});

type Check = Storefront & { readonly found: readonly number[]; readonly missed: readonly number[] };

export const recordControls = statement({
  name: "record_controls",
  effect: "writes",
  build: ({ platform, countryCode, now, found, missed }: Check) => {
    const at = toInstant(now);
    return sql`
    WITH outdated AS (
      DELETE FROM ${storefrontControls} k
      WHERE ${k.platform} = ${platform} AND ${k.countryCode} = ${countryCode}
        AND greatest(${k.foundAt}, ${k.missedAt}) < ${at} - make_interval(days => ${CONTROLS.days + 1})
        AND ${k.appId} <> ALL (${idArray([...found, ...missed])}::int[])
    )
    INSERT INTO ${storefrontControls} AS known (platform, country_code, app_id, found_at, missed_at)
    SELECT ${platform}, ${countryCode}, app_id, CASE WHEN was_found THEN ${at} END,
      CASE WHEN NOT was_found THEN ${at} END
    FROM (
      SELECT unnest(${idArray(found)}::int[]) AS app_id, true AS was_found
      UNION ALL SELECT unnest(${idArray(missed)}::int[]), false) checked
    ORDER BY app_id
    ON CONFLICT (platform, country_code, app_id) DO UPDATE SET
      found_at = greatest(known.found_at, excluded.found_at),
      missed_at = greatest(known.missed_at, excluded.missed_at)`;
  },
});

type UnconfirmedApps = { readonly countryCode: string; readonly appIds: readonly number[]; readonly now: Date };

/** Returns the apps that a read on another day did not find either. */
export const recordUnconfirmedAbsences = statement({
  name: "record_unconfirmed_absences",
  effect: "writes",
  row: () => z.object({ app_id: z.int() }),
  build: ({ countryCode, appIds, now }: UnconfirmedApps) => {
    const day = sql`(${toInstant(now)} AT TIME ZONE 'UTC')::date`;
    return sql`
    WITH unconfirmed AS (
      INSERT INTO ${unconfirmedAbsences} (app_id, country_code, day)
      SELECT app_id, ${countryCode}, ${day} FROM unnest(${idArray(appIds)}::int[]) AS app_id ORDER BY app_id
      ON CONFLICT DO NOTHING
    )
    SELECT ${x.appId} FROM ${unconfirmedAbsences} x
    WHERE ${x.countryCode} = ${countryCode} AND ${x.appId} = ANY (${idArray(appIds)}::int[]) AND ${x.day} < ${day}`;
  },
});
