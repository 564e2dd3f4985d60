import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { type Platform, platformFacts } from "../../../lib/domain/platform.ts";
import { apps } from "../../schema/apps.ts";
import { appPageReads } from "../../schema/listings.ts";
import { statement, toInstant } from "../../statement.ts";
import { type FoundIdentity, identityWrites } from "../listings/identity-writes.ts";
import {
  availabilityObservation,
  type MetricObservation,
  metricObservations,
  recomputedAvailability,
  statusObservation,
} from "../metrics/metric-observations.ts";
import { waitingApp } from "../sweeps/express-apps.ts";
import { type RunUpdate, updatedRun } from "./run-update.ts";
import { timeMeasured } from "./save-metrics.ts";

type IdentityWrite = {
  readonly runUpdate: RunUpdate;
  readonly platform: Platform;
  readonly observedAt: Date;
  readonly identity: FoundIdentity & { readonly country: string };
  readonly metrics: MetricObservation | null;
  readonly hasExpress: boolean;
};

/** Returns true if the app now waits for an express shard, and undefined if the lease is lost. */
export const saveIdentity = statement({
  name: "save_identity",
  effect: "writes",
  returns: "first",
  row: () => z.object({ awaitsExpress: z.boolean() }),
  texts: "few",
  build: identityOf,
});

function identityOf({ identity, metrics, runUpdate, platform, observedAt, hasExpress }: IdentityWrite): SQL {
  const observations = observationsOf(platform, identity.country, metrics);
  const alsoSet = [sql`identity_country = ${identity.country}`, ...timeMeasured(observations, observedAt)];
  return sql`
    WITH ${updatedRun(runUpdate, alsoSet)},
    ${metricObservations(observations, observedAt)},
    ${identityWrites(sql`run`, {
      platform,
      observedAt,
      country: identity.country,
      identities: [{ ...identity, app_id: runUpdate.appId }],
    })},
    ${pagesWithOtherIcon(platform, observedAt)},
    ${hasExpress ? waitingApp(platform, observedAt) : sql`waiting AS (SELECT 1 FROM run WHERE false)`}
    SELECT EXISTS (SELECT 1 FROM waiting) AS "awaitsExpress" FROM run`;
}

const a = alias(apps, "a");
const p = alias(appPageReads, "p");

/** Without a sweep of the languages, a different icon shows that their pages have changed. */
function pagesWithOtherIcon(platform: Platform, observedAt: Date): SQL {
  if (platformFacts[platform].hasStorefrontApps) return sql`other_icon AS (SELECT 1 FROM run WHERE false)`;
  return sql`
  other_icon AS (
    UPDATE ${appPageReads} p SET changed_at = ${toInstant(observedAt)}
    FROM app_wanted JOIN ${apps} a ON ${a.id} = app_wanted.id
    WHERE ${p.appId} = app_wanted.id AND ${a.iconUrl} <> app_wanted.icon_url
  )`;
}

/** A storefront's own metrics show that it has the app. Global ones do not. */
function observationsOf(
  platform: Platform,
  country: string,
  metrics: MetricObservation | null,
): readonly MetricObservation[] {
  if (metrics?.country_code === country) return [metrics];
  const { hasGlobalMetrics } = platformFacts[platform];
  const availability = hasGlobalMetrics ? statusObservation(country) : availabilityObservation(country, true);
  return metrics === null ? [availability] : [availability, metrics];
}

type SweptIdentity = { readonly runUpdate: RunUpdate; readonly country: string };

export const keepIdentity = statement({
  name: "keep_identity",
  effect: "writes",
  returns: "any",
  texts: "few",
  build: ({ runUpdate, country }: SweptIdentity) => sql`
    WITH ${updatedRun(runUpdate, [sql`identity_country = ${country}`])}
    SELECT 1 FROM run`,
});

type IdentityAbort = {
  readonly runUpdate: RunUpdate;
  readonly observedAt: Date;
  readonly storefronts: readonly string[];
  readonly observations: readonly MetricObservation[];
};

export const abortIdentity = statement({
  name: "abort_identity",
  effect: "writes",
  returns: "any",
  texts: "few",
  build: (abort: IdentityAbort) => sql`
    WITH ${updatedRun(abort.runUpdate, [sql`identity_country = NULL`])},
    ${metricObservations(abort.observations, abort.observedAt)},
    ${recomputedAvailability(abort.storefronts)}
    SELECT 1 FROM run`,
});
