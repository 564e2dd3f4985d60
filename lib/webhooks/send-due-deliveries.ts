import PQueue from "p-queue";

import type { Db } from "../../db/client.ts";
import { cancelDeliveries, recordAttempt, releaseEndpoints } from "../../db/queries/webhooks/attempts.ts";
import { claimDeliveries, type DueDelivery, isMailWanted } from "../../db/queries/webhooks/claim-deliveries.ts";
import { type AttemptResult, isToBeDisabled, outcomeOf, secondsUntilNextAttempt } from "../domain/delivery-attempts.ts";
import { isFailureOfServer } from "../domain/smtp.ts";
import { SENT_AT_ONCE } from "../domain/webhook.ts";
import type { WebhookFormat } from "../domain/webhook-format.ts";
import type { Log } from "../runtime/log.ts";
import { type DeliveryMessage, messagesOf, prepareMessage, type Transport } from "./delivery-messages.ts";
import { retryAfterOf } from "./formats/retry-after.ts";
import type { SentResult } from "./sent-request.ts";

export type SendDueDependencies = Transport & {
  readonly db: Db;
  readonly log: Pick<Log, "info" | "warn">;
  readonly random: () => number;
  readonly newId: () => string;
  /** Milliseconds of the machine's real clock. Receivers compare times, so the virtual clock would be wrong. */
  readonly realNow: () => number;
};

/** No attempt begins later, so that the last one ends within the tick's lease and its invocation. */
export const BEGINNING_MS = 30_000;

/** Receivers that have failed may hang again. While other receivers wait, they share this many places. */
const PLACES_OF_FAILING = 4;

const TOO_MANY_REQUESTS = 429;

type Counts = { delivered: number; failed: number; timeouts: number; left: number; interrupted: number };
type Tick = SendDueDependencies & { readonly token: string; readonly endsAt: number; readonly counts: Counts };

/** Sends due deliveries, one at a time to each endpoint. After a timeout, its others wait for the next tick. */
export async function sendDueDeliveries(deps: SendDueDependencies): Promise<Readonly<Counts>> {
  const token = deps.newId();
  const due = await claimDeliveries(deps.db, { token });
  const tick: Tick = {
    ...deps,
    token,
    endsAt: deps.realNow() + BEGINNING_MS,
    counts: { delivered: 0, failed: 0, timeouts: 0, left: 0, interrupted: 0 },
  };
  const isFailing = ([first]: readonly DueDelivery[]) => first !== undefined && first.failing_since !== null;
  const endpoints = [...Map.groupBy(due, ({ endpoint_id }) => endpoint_id)];
  const failing = endpoints.filter(([, deliveries]) => isFailing(deliveries));
  const others = endpoints.filter(([, deliveries]) => !isFailing(deliveries));
  const places = Math.min(failing.length, PLACES_OF_FAILING);
  const send = (queue: PQueue, some: typeof endpoints) =>
    queue.addAll(
      some.map(
        ([id, deliveries]) =>
          () =>
            sendToEndpoint(tick, id, deliveries),
      ),
    );
  const queue = new PQueue({ concurrency: SENT_AT_ONCE - places });
  const queueOfFailing = new PQueue({ concurrency: Math.max(1, places) });
  await Promise.all([
    send(queue, others).then(() => {
      queueOfFailing.concurrency = SENT_AT_ONCE;
    }),
    send(queueOfFailing, failing),
  ]);
  return tick.counts;
}

/** An error of one endpoint, such as a lost connection to the database, does not stop the other endpoints. */
async function sendToEndpoint(tick: Tick, endpointId: number, deliveries: readonly DueDelivery[]): Promise<void> {
  const { db, log, token, counts } = tick;
  let done = 0;
  try {
    const failures = { attempts: deliveries[0]?.failed_attempts ?? 0, since: deliveries[0]?.failing_since ?? null };
    const [stale, fresh] = [deliveries.filter((one) => one.is_stale), deliveries.filter((one) => !one.is_stale)];
    if (stale.length > 0) await cancelDeliveries(db, { ids: arrayOf(stale.map(({ id }) => id)), reason: "too_old" });
    done += stale.length;
    for (const message of messagesOf(fresh)) {
      if (tick.realNow() >= tick.endsAt) break;
      // Mail is off in this stage now, but it may be turned on again.
      if (message[0].format === "email" && tick.mail === undefined) break;
      done += message.length;
      if ((await attempt(tick, message, failures)) === "stop") break;
    }
    await releaseEndpoints(db, { token, endpointIds: `{${endpointId}}` });
  } catch (error) {
    counts.interrupted += 1;
    log.warn("webhooks.endpoint.interrupted", { endpointId, error });
  }
  counts.left += deliveries.length - done;
}

/** Returns ids as a PostgreSQL array. */
function arrayOf(ids: readonly number[]): string {
  return `{${ids.join(",")}}`;
}

type Failures = { attempts: number; since: number | null };
type Outcome = ReturnType<typeof outcomeOf>;

async function attempt(tick: Tick, message: DeliveryMessage, failures: Failures): Promise<"go_on" | "stop"> {
  const [first] = message;
  const sentAt = tick.realNow() / 1_000;
  const { prepared, ids, isDigest } = await prepareMessage(tick, message, { sentAt });
  if (prepared === undefined) {
    await cancelDeliveries(tick.db, { ids: arrayOf(ids), reason: "event_deleted" });
    return "go_on";
  }
  if (first.format === "email" && !(await isMailWanted(tick.db, first))) return "go_on";
  const result = await prepared.send();
  const stated = attemptResultOf(first.format, result);
  const outcome = outcomeOf(stated);
  const isOfService = isFailureOfService(first.format, result);
  if (!isOfService) note(failures, outcome, sentAt);
  const disabledReason = isOfService ? null : disabledReasonOf(first, outcome, failures, sentAt);
  const next = nextOf(tick, { attempts: first.attempts, outcome, stated, isLast: disabledReason !== null });
  await recordAttempt(tick.db, {
    ...{ token: tick.token, endpointId: first.endpoint_id, id: first.id, ids: arrayOf(ids) },
    ...{ attemptsBefore: first.attempts, isDigest, isOfService, payload: prepared.payload, disabledReason },
    ...next,
    ...responseOf(result),
  });
  tick.counts[outcome === "delivered" ? "delivered" : "failed"] += ids.length;
  const isTimeout = "error" in result && result.error === "timeout";
  tick.counts.timeouts += isTimeout ? 1 : 0;
  // A chat that limits messages counts each further request, too.
  const isLimited = first.format !== "standard" && stated.status === TOO_MANY_REQUESTS;
  return isTimeout || isLimited || disabledReason !== null ? "stop" : "go_on";
}

/** An endpoint fails from its first failed attempt on, which is not one of the service. */
function note(failures: Failures, outcome: Outcome, now: number): void {
  failures.since = outcome === "delivered" ? null : failures.attempts > 0 ? (failures.since ?? now) : now;
  failures.attempts = outcome === "delivered" ? 0 : failures.attempts + 1;
}

type Attempted = {
  /** Attempts before this one. */
  readonly attempts: number;
  readonly outcome: Outcome;
  readonly stated: AttemptResult;
  readonly isLast: boolean;
};

function nextOf({ random }: Tick, { attempts, outcome, stated, isLast }: Attempted) {
  if (outcome === "delivered") return { status: "delivered" as const, secondsUntilNext: 0 };
  const { retryAfterSeconds = 0 } = stated;
  const wait = secondsUntilNextAttempt({ attempts: attempts + 1, retryAfterSeconds, random });
  if (isLast || outcome === "gone" || wait === null) return { status: "failed" as const, secondsUntilNext: 0 };
  return { status: "pending" as const, secondsUntilNext: wait };
}

function responseOf(result: SentResult) {
  const { durationMs } = result;
  if ("error" in result) return { responseStatus: null, error: result.error, durationMs, excerpt: null };
  return { responseStatus: result.status, error: null, durationMs, excerpt: result.excerpt };
}

function attemptResultOf(format: WebhookFormat, result: SentResult): AttemptResult {
  if ("error" in result) return {};
  const retryAfterSeconds = retryAfterOf(format, result);
  return { status: result.status, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
}

/** The mail server is the operator's, so that its outage disables no endpoint of a user. */
function isFailureOfService(format: WebhookFormat, result: SentResult): boolean {
  return format === "email" && ("error" in result || isFailureOfServer(result.status));
}

/** An endpoint that its user tests while it is disabled keeps its reason. */
function disabledReasonOf(
  { is_disabled }: DueDelivery,
  outcome: Outcome,
  { attempts, since }: Failures,
  now: number,
): "gone" | "failing" | null {
  if (is_disabled || outcome === "delivered") return null;
  if (outcome === "gone") return "gone";
  const failingSeconds = since === null ? 0 : now - since;
  return isToBeDisabled({ failingSeconds, failedAttempts: attempts }) ? "failing" : null;
}
