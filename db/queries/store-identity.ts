import { sql } from "drizzle-orm";
import * as z from "zod";

import type { Platform } from "../../lib/domain/platform.ts";
import { statement } from "../statement.ts";
import { waitingApp } from "./express-apps.ts";
import { type FoundIdentity, identityWrites } from "./identity-writes.ts";
import {
  availabilityObservation,
  type MetricObservation,
  metricObservations,
  recomputedAvailability,
} from "./metric-observations.ts";
import { type RunUpdate, updatedRun } from "./run-update.ts";

type IdentityWrite = {
  readonly runUpdate: RunUpdate;
  readonly platform: Platform;
  readonly observedAt: Date;
  readonly identity: FoundIdentity & { readonly country: string };
  /** Where the response shows the metrics, too; null elsewhere. */
  readonly metrics: MetricObservation | null;
  /** Whether there are express shards, of which the run may expect its metrics. */
  readonly hasExpress: boolean;
};

/**
 * Stores the identity of the app of a run: the app, its publisher, its version, its availability in the storefront, and
 * its metrics where the response shows them. A response older than the known version changes no field of the app.
 * Returns whether the app now waits for an express shard, and undefined when the lease of the run is lost.
 */
export const storeIdentity = statement({
  name: "store_identity",
  effect: "writes",
  returns: "first",
  row: () => z.object({ awaitsExpress: z.boolean() }),
  build: ({ identity, metrics, runUpdate, platform, observedAt, hasExpress }: IdentityWrite) => sql`
    WITH ${updatedRun(runUpdate, [sql`identity_country = ${identity.country}`])},
    ${metricObservations(observationsOf(identity.country, metrics), observedAt)},
    ${identityWrites(platform, sql`run`, [{ ...identity, app_id: runUpdate.appId }])},
    ${hasExpress ? waitingApp(platform, observedAt) : sql`waiting AS (SELECT 1 FROM run WHERE false)`}
    SELECT EXISTS (SELECT 1 FROM waiting) AS "awaitsExpress" FROM run`,
});

/** The metrics of the storefront itself show that it has the app. Global ones do not. */
function observationsOf(country: string, metrics: MetricObservation | null): readonly MetricObservation[] {
  if (metrics?.country_code === country) return [metrics];
  const availability = availabilityObservation(country, true);
  return metrics === null ? [availability] : [availability, metrics];
}

type SweptIdentity = { readonly runUpdate: RunUpdate; readonly country: string };

/** Returns whether the lease of the run is still held, after recording where the day's sweep has read the identity. */
export const keepIdentity = statement({
  name: "keep_identity",
  effect: "writes",
  returns: "any",
  build: ({ runUpdate, country }: SweptIdentity) => sql`
    WITH ${updatedRun(runUpdate, [sql`identity_country = ${country}`])}
    SELECT 1 FROM run`,
});

type IdentityAbort = {
  readonly runUpdate: RunUpdate;
  readonly observedAt: Date;
  /** Codes of all storefronts of the platform. */
  readonly storefronts: readonly string[];
  readonly observations: readonly MetricObservation[];
};

/** Ends a run that found no identity. The app's availability follows from the stored storefronts. */
export const abortIdentity = statement({
  name: "abort_identity",
  effect: "writes",
  returns: "any",
  build: (abort: IdentityAbort) => sql`
    WITH ${updatedRun(abort.runUpdate, [sql`identity_country = NULL`])},
    ${metricObservations(abort.observations, abort.observedAt)},
    ${recomputedAvailability(abort.storefronts)}
    SELECT 1 FROM run`,
});
