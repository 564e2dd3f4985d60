import type { Db } from "../../db/client.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import type { Clock } from "../runtime/clock.ts";
import type { CallContext, StoreConnector } from "./connector.ts";
import { startDeadline } from "./deadline.ts";
import type { LiveAnswer, LiveOperation } from "./live-answers.ts";
import { type LiveBudgetDependencies, liveBudget } from "./live-budget.ts";
import { type SharedCall, shareLiveCall } from "./share-live-call.ts";
import { liveStoreError, UpstreamError } from "./upstream-error.ts";

/** What asking a store while a client waits takes, and storing what is found. */
export type LiveDependencies<Operation extends LiveOperation> = LiveBudgetDependencies & {
  readonly db: Db;
  readonly connectors: Readonly<Record<Platform, Pick<StoreConnector, Operation>>>;
  readonly newId: () => string;
  readonly now: Clock;
  readonly correlationId: string;
};

/** A call ends before the gateway gives up, so that the client learns which store failed. */
const LIVE_DEADLINE_MS = 20_000;

type LiveCall<Operation extends LiveOperation> = SharedCall<Operation> & {
  readonly userId: number;
};

type Calling<Answer> = {
  readonly ask: (context: CallContext) => Promise<Answer>;
  /** Requests that the answer says to have cost more than every call of its kind. */
  readonly furtherRequests?: (answer: Answer) => number;
};

/** Puts a question to a store, paid for by the user who waits, unless the same question is under way already. */
export async function askLive<Operation extends LiveOperation>(
  deps: Omit<LiveDependencies<Operation>, "connectors" | "now">,
  call: LiveCall<Operation>,
  { ask, furtherRequests = () => 0 }: Calling<LiveAnswer<Operation>>,
): Promise<LiveAnswer<Operation>> {
  const { platform, operation, question, userId } = call;
  const { db, newId, correlationId } = deps;
  const deadline = startDeadline(LIVE_DEADLINE_MS);
  const budget = liveBudget(deps, { platform, userId });

  try {
    return await shareLiveCall({ db, newId, deadline }, { platform, operation, question }, async () => {
      await budget.take(platformFacts[platform].requestsPerCall[operation]);
      const answer = await ask({ correlationId, deadlineMs: deadline.remainingMs(), budget: budget.retries });
      await budget.owe(furtherRequests(answer));
      return answer;
    });
  } catch (error) {
    throw error instanceof UpstreamError ? liveStoreError(error) : error;
  }
}
