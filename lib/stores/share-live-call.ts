import { setTimeout as sleep } from "node:timers/promises";

import type { Db } from "../../db/client.ts";
import { endLiveCall, joinLiveCall, type LiveCallState, readLiveCall } from "../../db/queries/live-calls.ts";
import type { Platform } from "../domain/platform.ts";
import type { Deadline } from "./deadline.ts";
import { type LiveOperation, type LiveOutcome, type LiveResponse, readLiveOutcome } from "./live-responses.ts";
import { UpstreamError } from "./upstream-error.ts";

export type SharedCall<Operation extends LiveOperation> = {
  readonly platform: Platform;
  readonly operation: Operation;
  readonly request: Readonly<Record<string, string | number>>;
};

type ShareDependencies = { readonly db: Db; readonly newId: () => string; readonly deadline: Deadline };

/** Longer than the deadline of a call, so that only a call whose process died is taken over. */
const LEASE_SECONDS = 25;
/** Calls that a request joins before it makes its own, unshared: each may end without an outcome for it. */
const JOINS_MAX = 3;
const POLL_MS = { first: 100, last: 500 };
/** Larger outcomes are not shared: several times what the most apps of a publisher take. */
const OUTCOME_CHARACTERS_MAX = 1_000_000;

/**
 * Makes a call, or waits for the same call of another process: requests that are under way at once put one request to
 * the store. An outcome is given to those that came before it alone.
 */
export async function shareLiveCall<Operation extends LiveOperation>(
  deps: ShareDependencies,
  call: SharedCall<Operation>,
  ask: () => Promise<LiveResponse<Operation>>,
): Promise<LiveResponse<Operation>> {
  const { platform, operation } = call;
  const request = JSON.stringify(call.request);
  for (let join = 1; join <= JOINS_MAX; join += 1) {
    const id = deps.newId();
    const joined = await joinLiveCall(deps.db, { id, platform, operation, request, leaseSeconds: LEASE_SECONDS });
    if (joined === id) return make(deps, { id, ask });
    const outcome = await waitForOutcome(deps, call, joined);
    if (outcome !== undefined) return responseOf(call, outcome);
  }
  return ask();
}

async function make<Result>(
  { db }: ShareDependencies,
  { id, ask }: { readonly id: string; readonly ask: () => Promise<Result> },
): Promise<Result> {
  let outcome: LiveOutcome<Result> | undefined;
  try {
    const response = await ask();
    outcome = { outcome: "responded", response };
    return response;
  } catch (error) {
    if (error instanceof UpstreamError) outcome = { outcome: "failed", failure: error.failure };
    throw error;
  } finally {
    await endLiveCall(db, { id, outcome: toJson(outcome) });
  }
}

function toJson(outcome: LiveOutcome<unknown> | undefined): string | null {
  const json = outcome === undefined ? "" : JSON.stringify(outcome);
  return json === "" || json.length > OUTCOME_CHARACTERS_MAX ? null : json;
}

/** Returns undefined when the call ended without an outcome that can be shared. */
async function waitForOutcome<Operation extends LiveOperation>(
  { db, deadline }: ShareDependencies,
  { platform, operation }: SharedCall<Operation>,
  id: string,
): Promise<LiveOutcome<LiveResponse<Operation>> | undefined> {
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

function responseOf<Operation extends LiveOperation>(
  { platform, operation }: SharedCall<Operation>,
  outcome: LiveOutcome<LiveResponse<Operation>>,
): LiveResponse<Operation> {
  if (outcome.outcome === "responded") return outcome.response;
  throw new UpstreamError({ platform, operation, failure: outcome.failure });
}
