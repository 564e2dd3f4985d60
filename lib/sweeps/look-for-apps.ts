import { type ControlApp, findControlApps } from "../../db/queries/control-apps.ts";
import type { SweptApp } from "../../db/queries/sweep-batches.ts";
import { storefrontAppsCosts } from "../domain/request-costs.ts";
import { timesCosts } from "../domain/store-hosts.ts";
import {
  APPS_PER_REQUEST_MAX,
  CONTROLS,
  FURTHER_LISTS,
  isMassMiss,
  type SweepKey,
} from "../domain/storefront-sweep.ts";
import type { FetchDependencies } from "../fetches/paced-fetch.ts";
import type { Measure } from "../runtime/telemetry.ts";
import { requireStorefrontApps, type StoreConnector } from "../stores/connector.ts";
import { startDeadline } from "../stores/deadline.ts";
import type { StorefrontAppLookup } from "../stores/records.ts";
import { UpstreamError } from "../stores/store-errors.ts";
import { type DistinctList, distinctLists } from "./distinct-lists.ts";

export type LookForAppsDependencies = Pick<FetchDependencies<SweepKey>, "db" | "budget" | "now"> & {
  readonly connector: Pick<StoreConnector, "platform" | "fetchStorefrontApps">;
  readonly measure: Measure;
};

type Call = { readonly correlationId: string; readonly deadlineMs: number };

/** An app of a batch and how the storefront responded for it. */
type Response = SweptApp & StorefrontAppLookup;

export type Looked = {
  readonly responses: readonly Response[];
  /** Apps that further lists have missed, too, which found all controls: the storefront does not have them. */
  readonly absent: ReadonlySet<number>;
};

type ListedApp = Pick<SweptApp, "appId" | "externalId">;

/** An app that the storefront has, and whether this batch has found it. */
type Control = ControlApp & { readonly wasFound: boolean };

/**
 * Requests the apps of a batch. Those that a batch of metrics misses where they may be sold are requested again, at once
 * and by other lists, which no cache knows: a store that leaves out an app at times would otherwise make it unavailable
 * soon. Without a control nothing is decided about them. A list that misses a control which the batch has found shows
 * what it has, and proves nothing about what it misses. A control that was sold some days ago may be gone itself.
 */
export async function lookForApps(
  deps: LookForAppsDependencies,
  key: SweepKey,
  apps: readonly SweptApp[],
  { correlationId, deadlineMs }: Call,
): Promise<Looked> {
  const deadline = startDeadline(deadlineMs);
  const nextList = distinctLists<ListedApp>(({ appId }) => appId, key.locale);
  const request = (listed: readonly ListedApp[]) =>
    requestApps(deps, key, nextList(listed), { correlationId, deadlineMs: deadline.remainingMs() });

  const first = responsesOf(apps, await request(apps));
  requireMost(deps, first);
  const suspects = key.kind === "metrics" ? first.filter(isUnexpectedlyMissing) : [];
  const controls = suspects.length === 0 ? [] : await findControls(deps, key, first);
  if (controls.length === 0) return { responses: first, absent: new Set() };

  const missing = suspects.slice(0, APPS_PER_REQUEST_MAX - controls.length);
  const { again, absent } = await lookAgain(deps, request, { missing, controls });
  return { responses: first.map((response) => again.get(response.appId) ?? response), absent };
}

/** Requests missing apps until each is found, fails or is absent. */
async function lookAgain(
  deps: LookForAppsDependencies,
  request: (listed: readonly ListedApp[]) => Promise<Lookups>,
  listed: { readonly missing: readonly SweptApp[]; readonly controls: readonly Control[] },
) {
  const again = new Map<number, Response>();
  const absent = new Set<number>();
  let { missing, controls } = listed;
  let wholeLists = 0;
  for (let lists = 1; missing.length > 0; lists += 1) {
    if (lists > FURTHER_LISTS.most) rejectList(deps);
    await deps.budget(storefrontAppsCosts, "owed");
    const lookups = await request([...missing, ...controls]);
    const { known, isWhole } = checkControls(deps, controls, lookups);
    controls = known;
    wholeLists += isWhole ? 1 : 0;

    const responses = responsesOf(missing, lookups);
    for (const response of responses) again.set(response.appId, response);
    const missed = responses.filter(({ outcome }) => outcome === "missing");
    for (const { appId } of missed.filter((app) => listsFor(app) <= wholeLists)) absent.add(appId);
    missing = missed.filter(({ appId }) => !absent.has(appId));
  }
  return { again, absent };
}

type Lookups = ReadonlyMap<number, StorefrontAppLookup>;

async function requestApps(
  deps: LookForAppsDependencies,
  { countryCode, locale }: SweepKey,
  { items: apps, language: otherLanguage }: DistinctList<ListedApp>,
  call: Call,
): Promise<Lookups> {
  const texts =
    locale === "" || otherLanguage !== null
      ? ({ language: otherLanguage, fields: "metrics" } as const)
      : ({ language: locale, fields: "all" } as const);
  const request = { country: countryCode, externalIds: apps.map(({ externalId }) => externalId), ...texts };
  const { apps: lookups, requestsMade } = await requireStorefrontApps(deps.connector)(request, call).catch(
    async (error: unknown) => {
      if (error instanceof UpstreamError) await payForMore(deps, error.failure.requestsMade);
      throw error;
    },
  );
  await payForMore(deps, requestsMade);
  return new Map(
    lookups.flatMap(({ lookup }, index) => apps.slice(index, index + 1).map(({ appId }) => [appId, lookup])),
  );
}

function responsesOf(apps: readonly SweptApp[], lookups: Lookups): readonly Response[] {
  return apps.map((app) => {
    const lookup = lookups.get(app.appId);
    if (lookup === undefined) throw new Error("The connector returned fewer apps than were requested.");
    return { ...app, ...lookup };
  });
}

/** The first request is paid for before it is sent. */
async function payForMore({ budget }: LookForAppsDependencies, requestsMade = 1): Promise<void> {
  if (requestsMade > 1) await budget(timesCosts(storefrontAppsCosts, requestsMade - 1), "owed");
}

/** Returns true when an app is missing where it may be sold. */
export function isUnexpectedlyMissing({ outcome, isAvailable }: Response): boolean {
  return outcome === "missing" && isAvailable !== false;
}

/** Returns how many further lists must miss an app, and no control, before it is absent. */
function listsFor({ isAvailable }: SweptApp): number {
  return isAvailable === null ? FURTHER_LISTS.firstSight : FURTHER_LISTS.loss;
}

/** Returns apps that the batch has found, or else others that the storefront sold of late. */
async function findControls(
  { db, now }: LookForAppsDependencies,
  { platform, countryCode }: SweepKey,
  responses: readonly Response[],
): Promise<readonly Control[]> {
  const found = responses.filter(({ outcome }) => outcome === "found").slice(0, CONTROLS.apps);
  if (found.length > 0) return found.map((app) => ({ ...app, wasFound: true }));
  const except = responses.map(({ appId }) => appId);
  const known = await findControlApps(db, { platform, countryCode, except, now: now() });
  return known.map((app) => ({ ...app, wasFound: false }));
}

/** Returns the controls that the batch has found by now, and whether a list has found all of these. It must find one. */
function checkControls(deps: LookForAppsDependencies, controls: readonly Control[], lookups: Lookups) {
  const found = controls.filter(({ appId }) => lookups.get(appId)?.outcome === "found");
  if (found.length === 0) rejectList(deps);
  const known = controls.filter((control) => control.wasFound || found.includes(control));
  return { known: known.map((app) => ({ ...app, wasFound: true })), isWhole: known.length === found.length };
}

/** A store that forgets apps returns a list like any other, only a shorter one. */
function requireMost(deps: LookForAppsDependencies, responses: readonly Response[]): void {
  const known = responses.filter(({ isAvailable }) => isAvailable === true);
  if (isMassMiss(known.filter(({ outcome }) => outcome === "missing").length, known.length)) rejectList(deps);
}

function rejectList({ connector: { platform }, measure }: LookForAppsDependencies): never {
  measure("SweepMassMisses", 1, { platform });
  throw new UpstreamError({
    platform,
    operation: "fetchStorefrontApps",
    failure: { reason: "invalid_response", status: null, retryAfterSeconds: null },
  });
}
