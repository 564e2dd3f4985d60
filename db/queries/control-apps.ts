import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { Platform } from "../../lib/domain/platform.ts";
import { CONTROLS } from "../../lib/domain/storefront-sweep.ts";
import { apps } from "../schema/apps.ts";
import { appMetricCoverage, appMetrics } from "../schema/metrics.ts";
import { followedApps } from "../schema/tracking.ts";
import { idArray, statement } from "../statement.ts";
import { toInstant } from "./run-update.ts";

type Storefront = {
  readonly platform: Platform;
  readonly countryCode: string;
  /** Apps that are none, since they are requested anyway. */
  readonly except: readonly number[];
  readonly now: Date;
};

const controlAppSchema = () => z.object({ appId: z.int(), externalId: z.string() });
export type ControlApp = z.infer<ReturnType<typeof controlAppSchema>>;

const a = alias(apps, "a");
const c = alias(appMetricCoverage, "c");
const f = alias(followedApps, "f");
const m = alias(appMetrics, "m");

/**
 * Returns some followed apps that a storefront has sold of late: it was read then, and the app has not been missing since.
 * An unchanged row of metrics keeps its time, so that coverage says when it was read.
 */
export const findControlApps = statement({
  name: "find_control_apps",
  effect: "reads",
  row: controlAppSchema,
  build: ({ platform, countryCode, except, now }: Storefront) => {
    const since = sql`(${toInstant(now)} - make_interval(days => ${CONTROLS.days}))`;
    return sql`
    SELECT ${a.id} AS "appId", ${a.externalId} AS "externalId" FROM ${followedApps} f
    JOIN ${apps} a ON ${a.id} = ${f.appId}
    JOIN ${appMetrics} m ON ${m.appId} = ${f.appId} AND ${m.countryCode} = ${countryCode} AND ${m.isAvailable}
    WHERE ${f.platform} = ${platform} AND ${f.appId} <> ALL (${idArray(except)}::int[])
      AND (${m.observedAt} >= ${since} OR EXISTS (
        SELECT 1 FROM ${appMetricCoverage} c WHERE ${c.appId} = ${f.appId}
          AND ${c.day} >= (${since} AT TIME ZONE 'UTC')::date AND ${countryCode} <> ALL (${c.missingCountryCodes})))
    ORDER BY ${f.appId} LIMIT ${CONTROLS.apps}`;
  },
});
