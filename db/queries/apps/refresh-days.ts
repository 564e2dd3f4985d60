import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { pageRules } from "../../../lib/domain/page-rules.ts";
import { platformFacts, platforms } from "../../../lib/domain/platform.ts";
import { shown } from "../../projection.ts";
import { appMetrics } from "../../schema/metrics.ts";
import { countries } from "../../schema/stores.ts";
import { sweepSlots } from "../../schema/sweeps.ts";
import { followedApps } from "../../schema/tracking.ts";
import { type Columns, jsonObject } from "../../statement.ts";
import { isRealCountry } from "../reference/countries.ts";
import { isFollowed } from "../runs/due-conditions.ts";

const refreshSchema = () =>
  z
    .object({
      own_storefront_days: z.int(),
      largest_days: z.int().nullable(),
      all_days: z.int().nullable(),
    })
    .nullable();

const f = alias(followedApps, "f");
const home = alias(countries, "home");
const m = alias(appMetrics, "m");
const slot = alias(sweepSlots, "slot");

/** An older plan says nothing about today, for example if sweeps are off. */
const planMaxAge = sql`2`;

const isPlanned = sql`(${slot.plannedDay} >= (now() AT TIME ZONE 'UTC')::date - ${planMaxAge})`;

/** Returns the days between reads by the last sweep's plan, or else by syncs; null if nobody follows the app. */
export function refreshOf(app: Columns<"id" | "platform" | "originCountryCode">) {
  const bySyncs = syncDays(app);
  const others = otherDays(app);
  return shown(
    sql`(
    SELECT CASE WHEN NOT ${isFollowed(app.id)} THEN NULL
      WHEN ${isPlanned} THEN ${jsonObject({
        own_storefront_days: sql`CASE WHEN ${home.priority} > 0 THEN ${slot.largestDays} ELSE ${slot.ownDays} END`,
        largest_days: slot.largestDays,
        all_days: slot.allDays,
      })}
      ELSE ${jsonObject({ own_storefront_days: bySyncs, largest_days: others, all_days: others })} END
    FROM ${sweepSlots} slot LEFT JOIN ${countries} home ON ${home.code} = ${app.originCountryCode}
    WHERE ${slot.platform} = ${app.platform})`,
    refreshSchema,
  );
}

/** Returns the days since the last sync attempt of the followed app that has waited longest. */
function syncDays(app: Columns<"platform">): SQL {
  return sql`greatest(1, ceil(extract(epoch FROM now() - (
    SELECT ${f.triedAt} FROM ${followedApps} f WHERE ${f.platform} = ${app.platform} AND ${f.triedAt} > '-infinity'
    ORDER BY ${f.triedAt} LIMIT 1)) / 86400))::int`;
}

const periodicPlatforms = platforms.filter((platform) => platformFacts[platform].hasGlobalMetrics);

/** Returns the days of the rules, or the age of the oldest read. */
function otherDays(app: Columns<"id" | "platform">): SQL {
  const isPeriodic = sql`${app.platform} = ANY (${`{${periodicPlatforms.join(",")}}`}::text[])`.inlineParams();
  const roundDays = sql`greatest(${pageRules.android.otherDays}::int, (
    SELECT ceil(extract(epoch FROM now() - min(${m.observedAt})) / 86400)::int FROM ${appMetrics} m
    WHERE ${m.appId} = ${app.id} AND ${isRealCountry({ code: m.countryCode })}))`.inlineParams();
  return sql`CASE WHEN ${isPeriodic} THEN ${roundDays} ELSE ${syncDays(app)} END`;
}
