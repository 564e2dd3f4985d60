import { availabilityObservation } from "../../db/queries/metrics/metric-observations.ts";
import { type SweepBatchWrite, saveSweepBatch } from "../../db/queries/sweeps/save-sweep-batch.ts";
import { pacedSweep, type SweepLease, type SweptApp } from "../../db/queries/sweeps/sweep-batches.ts";
import { storefrontAppsCosts } from "../domain/request-costs.ts";
import { expressRules, identityBatch, isExpress, type SweepKey, sweepRules } from "../domain/storefront-sweep.ts";
import { type FetchDependencies, type FetchResult, tryFetch } from "../fetches/paced-fetch.ts";
import type { SweepMessage } from "../queues/messages.ts";
import type { Log } from "../runtime/log.ts";
import { observeMetrics } from "../stores/normalise-records.ts";
import type { StorefrontApp } from "../stores/records.ts";
import {
  type FindAppsDependencies,
  type FoundApps,
  findApps,
  isRenewalDue,
  isUnexpectedlyMissing,
} from "./find-apps.ts";

export type FetchSweepBatchDependencies = FetchDependencies &
  FindAppsDependencies & {
    readonly log: Log;
  };

type Delivery = { readonly message: SweepMessage; readonly remainingMs: () => number };

type Found = SweptApp & { readonly record: StorefrontApp };

export function fetchSweepBatch(deps: FetchSweepBatchDependencies, delivery: Delivery): Promise<FetchResult> {
  const { db, log, now } = deps;
  return tryFetch(
    deps,
    {
      rows: pacedSweep,
      costsOf: (key, apps) => (requestedApps(deps, key, apps).length === 0 ? {} : storefrontAppsCosts),
      purpose: isExpress(delivery.message) ? "requested" : "sweep",
      rules: isExpress(delivery.message) ? expressRules : sweepRules,
      fetch: async (key, apps, { correlationId }) =>
        findApps(deps, key, requestedApps(deps, key, apps), { correlationId, remainingMs: delivery.remainingMs }),
      isEmpty: () => false,
      save: (lease, _apps, found) => saveSweepBatch(db, { lease, observedAt: now(), ...sort(deps, lease, found) }),
      logFailure: (fields) => log.warn("sweep.batch.failed", fields),
    },
    delivery,
  );
}

/**
 * Returns the apps to request. The day's sweep also requests absent apps. An express batch, or any batch if
 * `recheckDays` is 0, leaves them out until another check is due.
 */
function requestedApps(
  deps: FetchSweepBatchDependencies,
  key: SweepKey,
  apps: readonly SweptApp[],
): readonly SweptApp[] {
  const rechecks = !isExpress(key) && deps.recheckDays > 0;
  return apps.filter((app) => rechecks || app.is_available !== false || isRenewalDue(deps, app));
}

function sort(
  deps: FetchSweepBatchDependencies,
  { kind, platform, countryCode, locale }: SweepLease,
  { responses, absent }: FoundApps,
): Omit<SweepBatchWrite, "lease" | "observedAt"> {
  const found = responses.flatMap((response) => (response.outcome === "found" ? [response] : []));
  const failed = idsOf(responses.filter(({ outcome }) => outcome === "failed"));
  const missing = idsOf(responses.filter((app) => isUnexpectedlyMissing(app) && !absent.has(app.app_id)));
  const texts = locale === "" ? noTexts : sortTexts(found, { countryCode, locale });
  if (kind === "texts") return { ...texts, observations: [], missing, failed };

  const measured = found.map(({ app_id, record }) => ({ app_id, ...observeMetrics(platform, record.metrics) }));
  const isRenewed = (app: SweptApp) => found.length > 0 && isRenewalDue(deps, app);
  const gone = responses.filter((app) => app.outcome === "missing" && (absent.has(app.app_id) || isRenewed(app)));
  const absences = gone.map(({ app_id }) => ({ app_id, ...availabilityObservation(countryCode, false) }));
  return { ...texts, observations: [...measured, ...absences], missing, failed };
}

const noTexts = { listings: [], identities: [], textless: [] } as const;

/** A sync stores the first revision of a language, because it also reads the page. */
function sortTexts(
  found: readonly Found[],
  { countryCode, locale }: Pick<SweepKey, "countryCode" | "locale">,
): Pick<SweepBatchWrite, "listings" | "identities" | "textless"> {
  const readsIdentity = countryCode === identityBatch.countryCode && locale === identityBatch.locale;
  const read = found.filter(({ is_read, record: { listing } }) => is_read && listing !== null);
  const listings = read.flatMap(({ app_id, record: { listing } }) =>
    listing === null ? [] : [{ app_id, ...listing }],
  );
  const identities = read.flatMap(({ app_id, is_identified, record: { identity, facts } }) =>
    readsIdentity && is_identified && identity !== null ? [{ app_id, ...identity, facts }] : [],
  );
  return { listings, identities, textless: idsOf(found.filter(({ record }) => record.listing === null)) };
}

function idsOf(apps: readonly SweptApp[]): readonly number[] {
  return apps.map(({ app_id }) => app_id);
}
