import { availabilityObservation } from "../../db/queries/metric-observations.ts";
import { type SweepBatchWrite, storeSweepBatch } from "../../db/queries/store-sweep-batch.ts";
import { pacedSweep, type SweepLease, type SweptApp } from "../../db/queries/sweep-batches.ts";
import { storefrontAppsCosts } from "../domain/request-costs.ts";
import type { RequestPurpose } from "../domain/request-purpose.ts";
import { timesCosts } from "../domain/store-hosts.ts";
import {
  CONFIRMATION_LOOKS,
  expressRules,
  identityBatch,
  isExpress,
  isMassMiss,
  type SweepKey,
  sweepRules,
} from "../domain/storefront-sweep.ts";
import { type FetchDependencies, type FetchResult, tryFetch } from "../fetches/paced-fetch.ts";
import type { SweepMessage } from "../queues/messages.ts";
import type { Log } from "../runtime/log.ts";
import type { Measure } from "../runtime/telemetry.ts";
import { requireStorefrontApps, type StoreConnector } from "../stores/connector.ts";
import { startDeadline } from "../stores/deadline.ts";
import { observeListing, observeMetrics } from "../stores/observations.ts";
import type { StorefrontApp, StorefrontAppLookup } from "../stores/records.ts";
import { UpstreamError } from "../stores/store-errors.ts";
import { type DistinctList, distinctLists } from "./distinct-lists.ts";

export type FetchSweepBatchDependencies = FetchDependencies<SweepKey> & {
  readonly connector: Pick<StoreConnector, "platform" | "fetchStorefrontApps">;
  readonly log: Log;
  readonly measure: Measure;
  readonly relookDays: number;
};

type Delivery = { readonly message: SweepMessage; readonly remainingMs: () => number };

/** An app of a batch and how the storefront responded for it. */
type Response = SweptApp & StorefrontAppLookup;
type Found = SweptApp & { readonly record: StorefrontApp };

const DAY_SECONDS = 86_400;

/** Requests the apps of the batch that a message names in its storefront, and stores all of them, or records why not. */
export function fetchSweepBatch(deps: FetchSweepBatchDependencies, delivery: Delivery): Promise<FetchResult> {
  const { db, log, now } = deps;
  return tryFetch(
    deps,
    {
      rows: pacedSweep,
      costs: storefrontAppsCosts,
      purpose: purposeOf(delivery.message),
      rules: isExpress(delivery.message) ? expressRules : sweepRules,
      fetch: (key, apps, call) => fetchApps(deps, key, apps, call),
      isEmpty: () => false,
      store: (lease, _apps, responses) =>
        storeSweepBatch(db, { lease, observedAt: now(), ...sort(deps, lease, responses) }),
      logFailure: (fields) => log.warn("sweep.batch.failed", fields),
    },
    delivery,
  );
}

function purposeOf(message: SweepMessage): RequestPurpose {
  if (isExpress(message)) return "express";
  return message.kind === "confirm" ? "confirmation" : "sweep";
}

type Call = { readonly correlationId: string; readonly deadlineMs: number };

/**
 * Returns a response for each app. A confirmation requests what is missing again, at once and by another list, which
 * no cache knows: a store that leaves out an app at times would otherwise make it unavailable soon.
 */
async function fetchApps(
  deps: FetchSweepBatchDependencies,
  key: SweepKey,
  apps: readonly SweptApp[],
  { correlationId, deadlineMs }: Call,
): Promise<readonly Response[]> {
  const deadline = startDeadline(deadlineMs);
  const looksMax = key.kind === "confirm" ? CONFIRMATION_LOOKS : 1;
  const responses = new Map<number, Response>();
  const nextList = distinctLists<SweptApp>(({ appId }) => appId);
  let requested = apps;
  for (let look = 0; look < looksMax && requested.some(({ isControl }) => !isControl); look += 1) {
    if (look > 0) await deps.budget(storefrontAppsCosts, "owed");
    const call = { correlationId, deadlineMs: deadline.remainingMs() };
    const looked = await requestApps(deps, key, nextList(requested), call);
    for (const response of looked) responses.set(response.appId, response);
    requested = looked.filter(({ isControl, outcome }) => isControl || outcome === "missing");
  }
  return [...responses.values()];
}

async function requestApps(
  deps: FetchSweepBatchDependencies,
  { platform, kind, countryCode, locale }: SweepKey,
  { items: apps, language: otherLanguage }: DistinctList<SweptApp>,
  call: Call,
): Promise<readonly Response[]> {
  const { connector, measure } = deps;
  const externalIds = apps.map(({ externalId }) => externalId);
  const texts =
    locale === ""
      ? ({ language: otherLanguage, fields: "metrics" } as const)
      : ({ language: locale, fields: "all" } as const);
  const request = { country: countryCode, externalIds, ...texts };
  const { apps: lookups, requestsMade } = await requireStorefrontApps(connector)(request, call).catch(
    async (error: unknown) => {
      if (error instanceof UpstreamError) await payForMore(deps, error.failure.requestsMade);
      throw error;
    },
  );
  await payForMore(deps, requestsMade);
  const responses = apps.map((app, index): Response => {
    const { lookup } = lookups[index] ?? {};
    if (lookup === undefined) throw new Error("The connector returned fewer apps than were requested.");
    return { ...app, ...lookup };
  });

  if (isTrusted(kind, responses)) return responses;
  measure("SweepMassMisses", 1, { platform });
  throw new UpstreamError({
    platform,
    operation: "fetchStorefrontApps",
    failure: { reason: "invalid_response", status: null, retryAfterSeconds: null },
  });
}

/** The first request is paid for before it is sent. */
async function payForMore({ budget }: FetchSweepBatchDependencies, requestsMade = 1): Promise<void> {
  if (requestsMade > 1) await budget(timesCosts(storefrontAppsCosts, requestsMade - 1), "owed");
}

/** A store that forgets apps returns a list like any other, only a shorter one. */
function isTrusted(kind: SweepKey["kind"], responses: readonly Response[]): boolean {
  if (kind === "confirm") return responses.every(({ isControl, outcome }) => !isControl || outcome === "found");
  const known = responses.filter(({ isAvailable }) => isAvailable === true);
  return !isMassMiss(known.filter(({ outcome }) => outcome === "missing").length, known.length);
}

/** Sorts responses by what is written for them. Only a confirmation makes an app unavailable. */
function sort(
  deps: FetchSweepBatchDependencies,
  { kind, platform, countryCode, locale }: SweepLease,
  responses: readonly Response[],
): Omit<SweepBatchWrite, "lease" | "observedAt"> {
  const found = responses.flatMap((response) => (response.outcome === "found" ? [response] : []));
  const measured = found.map(({ appId, record }) => ({ app_id: appId, ...observeMetrics(platform, record.metrics) }));
  const absences = (apps: readonly SweptApp[]) =>
    apps.map(({ appId }) => ({ app_id: appId, ...availabilityObservation(countryCode, false) }));
  const failed = idsOf(responses.filter(({ outcome }) => outcome === "failed"));
  const absent = responses.filter(({ outcome }) => outcome === "missing");

  if (kind === "confirm") {
    const decided = idsOf(responses.filter(({ outcome }) => outcome !== "failed"));
    return { ...noTexts, observations: [...measured, ...absences(absent)], missing: [], failed, decided };
  }
  const texts = locale === "" ? noTexts : sortTexts(found, { countryCode, locale });
  const agreed = absent.filter(({ isAvailable }) => isAvailable === false);
  const missing = idsOf(absent.filter((app) => !agreed.includes(app)));
  if (kind === "texts") return { ...texts, observations: [], missing, failed, decided: [] };
  const renewed = agreed.filter((app) => isDueForAnotherLook(deps, app));
  return { ...texts, observations: [...measured, ...absences(renewed)], missing, failed, decided: [] };
}

const noTexts = { listings: [], identities: [], textless: [] } as const;

/** The first revision of a language is left to a sync, which reads its page, and so is what is stored with it. */
function sortTexts(
  found: readonly Found[],
  { countryCode, locale }: Pick<SweepKey, "countryCode" | "locale">,
): Pick<SweepBatchWrite, "listings" | "identities" | "textless"> {
  const readsIdentity = countryCode === identityBatch.countryCode && locale === identityBatch.locale;
  const read = found.filter(({ isRead, record: { listing } }) => isRead && listing !== null);
  const listings = read.flatMap(({ appId, record: { listing } }) =>
    listing === null ? [] : [{ app_id: appId, ...observeListing(listing) }],
  );
  const identities = read.flatMap(({ appId, isIdentified, record: { identity } }) =>
    readsIdentity && isIdentified && identity !== null ? [{ app_id: appId, ...identity }] : [],
  );
  return { listings, identities, textless: idsOf(found.filter(({ record }) => record.listing === null)) };
}

function idsOf(apps: readonly SweptApp[]): readonly number[] {
  return apps.map(({ appId }) => appId);
}

/** Renews the time of an absence now and then, so that no sync looks again. */
function isDueForAnotherLook({ now, relookDays }: FetchSweepBatchDependencies, { observedAt }: SweptApp): boolean {
  return observedAt !== null && relookDays > 0 && now().getTime() / 1000 - observedAt >= relookDays * DAY_SECONDS;
}
