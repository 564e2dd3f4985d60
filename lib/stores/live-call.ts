import type { Db } from "../../db/client.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import type { Clock } from "../runtime/clock.ts";
import type { CallContext, StoreConnector } from "./connector.ts";
import { startDeadline } from "./deadline.ts";
import { type LiveBudgetDependencies, liveBudget } from "./live-budget.ts";
import type { LiveOperation, LiveResponse } from "./live-responses.ts";
import { type SharedCall, shareLiveCall } from "./share-live-call.ts";

/** What asking a store while a client waits takes, and storing what is found. */
export type LiveDependencies<Operation extends LiveOperation> = LiveBudgetDependencies & {
  readonly db: Db;
  readonly connectors: Readonly<Record<Platform, Pick<StoreConnector, Operation>>>;
  readonly newId: () => string;
  readonly now: Clock;
};

/** A call ends before the gateway gives up, so that the client learns which store failed. */
const LIVE_DEADLINE_MS = 20_000;

type LiveCall<Operation extends LiveOperation> = SharedCall<Operation> & {
  readonly userId: number;
  readonly correlationId: string;
};

type Calling<Result> = {
  readonly ask: (context: CallContext) => Promise<Result>;
  /** Requests that the response says to have cost more than every call of its kind. */
  readonly furtherRequests?: (response: Result) => number;
};

/** Puts a request to a store, paid for by the user who waits, unless the same request is under way already. */
export function askLive<Operation extends LiveOperation>(
  deps: Omit<LiveDependencies<Operation>, "connectors" | "now">,
  call: LiveCall<Operation>,
  { ask, furtherRequests = () => 0 }: Calling<LiveResponse<Operation>>,
): Promise<LiveResponse<Operation>> {
  const { platform, operation, request, userId, correlationId } = call;
  const { db, newId } = deps;
  const deadline = startDeadline(LIVE_DEADLINE_MS);
  const budget = liveBudget(deps, { platform, userId });

  return shareLiveCall({ db, newId, deadline }, { platform, operation, request }, async () => {
    await budget.take(platformFacts[platform].requestsPerCall[operation]);
    const response = await ask({ correlationId, deadlineMs: deadline.remainingMs(), budget: budget.retries });
    await budget.owe(furtherRequests(response));
    return response;
  });
}
