import { sql } from "drizzle-orm";

import type { Platform } from "../../lib/domain/platform.ts";
import { statement } from "../statement.ts";
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
};

/**
 * Returns whether the lease of the run is still held, after storing the identity of its app: the app, its publisher,
 * its version, its availability in the storefront. A response older than the known version changes no field of the app.
 */
export const storeIdentity = statement({
  name: "store_identity",
  effect: "writes",
  returns: "any",
  build: ({ identity, runUpdate, platform, observedAt }: IdentityWrite) => sql`
    WITH ${updatedRun(runUpdate, [sql`identity_country = ${identity.country}`])},
    ${metricObservations([availabilityObservation(identity.country, true)], observedAt)},
    ${identityWrites(platform, sql`run`, [{ ...identity, app_id: runUpdate.appId }])}
    SELECT 1 FROM run`,
});

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
