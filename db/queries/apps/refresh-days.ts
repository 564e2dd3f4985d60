import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { pageRules } from "../../../lib/domain/page-rules.ts";
import { platformFacts, platforms } from "../../../lib/domain/platform.ts";
import { apps } from "../../schema/apps.ts";
import { appMetrics } from "../../schema/metrics.ts";
import { countries } from "../../schema/stores.ts";
import { sweepTurns } from "../../schema/sweeps.ts";
import { followedApps } from "../../schema/tracking.ts";
import { jsonObject } from "../../statement.ts";
import { isRealCountry } from "../reference/countries.ts";
import { isFollowed } from "../runs/due-conditions.ts";

/** Days in which an app's own storefront, the largest ones, and all of them are read anew; null for one that nobody follows. */
export const refreshDaysSchema = () =>
  z.object({ own: z.int(), largest: z.int().nullable(), all: z.int().nullable() }).nullable();

const a = alias(apps, "a");
const f = alias(followedApps, "f");
const home = alias(countries, "home");
const m = alias(appMetrics, "m");
const t = alias(sweepTurns, "t");

/** A plan of a day that is older says nothing of today, as where sweeps are off. */
const planMaxAge = sql`2`;

const isPlanned = sql`(${t.plannedDay} >= (now() AT TIME ZONE 'UTC')::date - ${planMaxAge})`;

/** How long the app of the store that was synced longest ago has waited: as long as any waits between two syncs. */
const syncDays = sql`greatest(1, ceil(extract(epoch FROM now() - (
  SELECT ${f.triedAt} FROM ${followedApps} f WHERE ${f.platform} = ${a.platform} AND ${f.triedAt} > '-infinity'
  ORDER BY ${f.triedAt} LIMIT 1)) / 86400))::int`;

const withTurns = platforms.filter((platform) => platformFacts[platform].hasGlobalMetrics);
const hasTurns = sql`${a.platform} = ANY (${`{${withTurns.join(",")}}`}::text[])`.inlineParams();

/** Where storefronts have turns of a scheduled sync: the days of a round, or the age of the oldest read if that is more. */
const roundDays = sql`greatest(${pageRules.android.otherDays}::int, (
  SELECT ceil(extract(epoch FROM now() - min(${m.observedAt})) / 86400)::int FROM ${appMetrics} m
  WHERE ${m.appId} = ${a.id} AND ${isRealCountry({ code: m.countryCode })}))`.inlineParams();

const otherDays = sql`CASE WHEN ${hasTurns} THEN ${roundDays} ELSE ${syncDays} END`;

/** Of the app `a`, as JSON: by the plan of the last sweep, or by syncs where there is none. */
export const refreshDays = sql`(
  SELECT CASE WHEN NOT ${isFollowed(a.id)} THEN NULL
    WHEN ${isPlanned} THEN ${jsonObject({
      own: sql`CASE WHEN ${home.priority} > 0 THEN ${t.largestDays} ELSE ${t.ownDays} END`,
      largest: t.largestDays,
      all: t.allDays,
    })}
    ELSE ${jsonObject({ own: syncDays, largest: otherDays, all: otherDays })} END
  FROM ${sweepTurns} t LEFT JOIN ${countries} home ON ${home.code} = ${a.originCountryCode}
  WHERE ${t.platform} = ${a.platform})`;
