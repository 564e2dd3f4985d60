import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import type { Db } from "../../db/client.ts";
import {
  endLiveCall,
  joinLiveCall,
  type LiveCallState,
  readLiveCall,
  readStoreState,
} from "../../db/queries/budgets/live-calls.ts";
import { countryFaults } from "../countries/country-faults.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import { AppError, invalidInput } from "../errors.ts";
import type { Clock } from "../runtime/clock.ts";
import { type Deadline, type StoreConnector, startDeadline } from "./connector.ts";
import { type LiveOperation, type LiveOutcome, type LiveResult, readLiveOutcome } from "./live-outcomes.ts";
import { createLiveStore, type LiveStore, type LiveStoreDependencies } from "./live-store.ts";
import { liveStoreError } from "./live-store-error.ts";
import { UpstreamError } from "./store-errors.ts";

export type LiveCallDependencies = LiveStoreDependencies & { readonly newId: () => string };

export type LiveDependencies<Request extends keyof StoreConnector> = LiveCallDependencies & {
  readonly connectors: Readonly<Record<Platform, Pick<StoreConnector, Request>>>;
  readonly now: Clock;
};

type LiveCall<Operation extends LiveOperation> = {
  readonly platform: Platform;
  readonly operation: Operation;
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly fetch: (store: LiveStore) => Promise<LiveResult<Operation>>;
};

/** A pause lasts about an hour; clients that retry this often notice its end soon enough. */
const PAUSE_RETRY_AFTER_SECONDS = 600;

/**
 * Rejects a live request for a country in which the store sells nothing, or to a paused store. Returns the storefront's
 * first language.
 */
export async function requireAvailableStore(
  deps: { readonly db: Db },
  { platform, countryCode }: { readonly platform: Platform; readonly countryCode: string },
): Promise<{ readonly language: string }> {
  const store = await readStoreState(deps.db, { platform, countryCode });
  const { is_known_country: isKnown, is_storefront: isStorefront } = store;
  const faults = countryFaults(platform, { code: countryCode, isKnown, isStorefront });
  if (faults.country_code !== undefined) throw invalidInput(faults);
  const { language } = store;
  if (language === null) throw new TypeError("A storefront has no language.");
  if (!store.is_paused) return { language };

  const { storeName } = platformFacts[platform];
  throw new AppError("store_unavailable", `Requests to ${storeName} are paused by the operators.`, {
    retryAfterSeconds: PAUSE_RETRY_AFTER_SECONDS,
  });
}

/** A call ends before the gateway's timeout, so that the client learns which store failed. */
const LIVE_DEADLINE_MS = 20_000;
/** Longer than a call's deadline, so that only a call whose process died is taken over. */
const LEASE_SECONDS = 25;
/** Other calls that a request joins before it makes its own. Each may end without an outcome to share. */
const JOINS_MAX = 3;

/**
 * Makes a call for a waiting client, or joins an identical call of another process. Outcomes are shared with joined
 * requests, never cached. Throws the client's error if the store fails.
 */
export async function callLive<Operation extends LiveOperation>(
  deps: LiveCallDependencies,
  call: LiveCall<Operation>,
): Promise<LiveResult<Operation>> {
  try {
    return await joinOrCall(deps, call);
  } catch (error) {
    throw error instanceof UpstreamError ? liveStoreError(error) : error;
  }
}

async function joinOrCall<Operation extends LiveOperation>(
  deps: LiveCallDependencies,
  call: LiveCall<Operation>,
): Promise<LiveResult<Operation>> {
  const { platform, operation } = call;
  const deadline = startDeadline(LIVE_DEADLINE_MS);
  const request = createHash("sha256").update(JSON.stringify(call.parameters)).digest("hex");
  const key = { platform, operation, request };
  for (let join = 1; join <= JOINS_MAX; join += 1) {
    const id = deps.newId();
    const joined = await joinLiveCall(deps.db, { ...key, id, leaseSeconds: LEASE_SECONDS });
    if (joined === id) return callAndShare(deps, call, deadline, id);
    const outcome = await waitForOutcome(deps.db, call, deadline, joined);
    if (outcome?.outcome === "responded") return outcome.response;
    if (outcome?.outcome === "failed") throw new UpstreamError({ platform, operation, failure: outcome.failure });
  }
  return call.fetch(createLiveStore(deps, call.platform, deadline));
}

/** Larger outcomes are not shared. The largest publisher needs a fraction of this. */
const OUTCOME_CHARACTERS_MAX = 1_000_000;

async function callAndShare<Operation extends LiveOperation>(
  deps: LiveCallDependencies,
  call: LiveCall<Operation>,
  deadline: Deadline,
  id: string,
): Promise<LiveResult<Operation>> {
  let outcome: LiveOutcome<LiveResult<Operation>> | undefined;
  try {
    const response = await call.fetch(createLiveStore(deps, call.platform, deadline));
    outcome = { outcome: "responded", response };
    return response;
  } catch (error) {
    if (error instanceof UpstreamError) outcome = { outcome: "failed", failure: error.failure };
    throw error;
  } finally {
    const json = outcome === undefined ? null : JSON.stringify(outcome);
    await endLiveCall(deps.db, { id, outcome: (json?.length ?? 0) > OUTCOME_CHARACTERS_MAX ? null : json });
  }
}

const POLL_MS = { first: 100, last: 500 };

/** Returns undefined if the call ended without an outcome that can be shared. */
async function waitForOutcome<Operation extends LiveOperation>(
  db: Db,
  { platform, operation }: LiveCall<Operation>,
  deadline: Deadline,
  id: string,
): Promise<LiveOutcome<LiveResult<Operation>> | undefined> {
  let state: LiveCallState = { state: "under_way" };
  for (let pollMs = POLL_MS.first; deadline.remainingMs() > pollMs; pollMs = Math.min(2 * pollMs, POLL_MS.last)) {
    await sleep(pollMs);
    state = await readLiveCall(db, id);
    if (state.state !== "under_way") break;
  }
  if (state.state === "ended") return readLiveOutcome(operation, state.outcome);
  if (state.state === "gone") return undefined;
  const failure = { reason: "timeout", status: null, retryAfterSeconds: null } as const;
  throw new UpstreamError({ platform, operation, failure });
}
