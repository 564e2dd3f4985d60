import type { Db } from "../../db/client.ts";
import type { FetchKey } from "../../db/queries/fetches/fetch-kind.ts";
import type { FetchLease, PacedFetches } from "../../db/queries/fetches/paced-fetches.ts";
import { callDeadlineMs } from "../domain/call-limits.ts";
import { DELAY_SECONDS_MAX } from "../domain/message-delay.ts";
import {
  type FetchRules,
  isThrottled,
  PACED_AHEAD_SECONDS,
  pendingDays,
  retryDelaySeconds,
  throttledDelaySeconds,
} from "../domain/paced-fetch.ts";
import type { Platform } from "../domain/platform.ts";
import type { RequestPurpose } from "../domain/request-purpose.ts";
import type { RequestCosts } from "../domain/store-hosts.ts";
import type { SendOptions } from "../queues/work-queues.ts";
import type { Clock } from "../runtime/clock.ts";
import type { StoreFailure } from "../stores/records.ts";
import type { StoreBudget } from "../stores/store-budget.ts";
import { UpstreamError } from "../stores/store-errors.ts";

type FetchMessage<Key> = Key & { readonly v: 1; readonly correlationId: string };

type FetchQueues<Key> = {
  send(
    platform: Platform,
    messages: readonly FetchMessage<Key>[],
    options: SendOptions<FetchMessage<Key>>,
  ): Promise<void>;
};

export type FetchKind<Key extends FetchKey, Work, Found> = {
  readonly rows: PacedFetches<Key, Work>;
  costsOf(key: Key, work: Work): RequestCosts;
  readonly purpose: RequestPurpose;
  /** When and how often this fetch is tried. Default: the rules of its rows. */
  readonly rules?: FetchRules;
  /** Returns whether the rows are fetched one by one from now on, without a request now. Default: false. */
  isLeft?(work: Work): boolean;
  /** The same decision after a failed attempt. */
  isLeftAfter?(work: Work, failure: StoreFailure, attempts: number): boolean;
  fetch(key: Key, work: Work, call: { readonly correlationId: string; readonly deadlineMs: number }): Promise<Found>;
  isEmpty(found: Found): boolean;
  /** Saves the result and ends the fetch in one statement. Returns false if the lease is lost. */
  save(lease: FetchLease<Key>, work: Work, found: Found): Promise<boolean>;
  /** How a saved fetch has ended. Default: it is stored. */
  resultOf?(work: Work, found: Found): FetchResult;
  logFailure(fields: Readonly<Record<string, unknown>>): void;
};

export type FetchDependencies = {
  readonly db: Db;
  readonly budget: StoreBudget;
  readonly now: Clock;
  readonly random: () => number;
  readonly newToken: () => string;
  /** `leaseSeconds` is longer than a call to the store and the write after it. */
  readonly settings: { readonly leaseSeconds: number };
};

type FetchDelivery<Key> = { readonly message: FetchMessage<Key>; readonly remainingMs: () => number };

export type FetchResult =
  | "stored"
  | "empty"
  | "missed"
  | "not_claimed"
  | "postponed"
  | "retrying"
  /** The store limits requests. The fetch is sent again, and the attempt does not count. */
  | "throttled"
  | "failed"
  /** Each row of the fetch is sent by itself. */
  | "separated"
  | "superseded";

/** Tries the fetch that a message names, and records how it ended. A message delivered twice is a no-op. */
export async function tryFetch<Key extends FetchKey, Work, Found>(
  deps: FetchDependencies,
  kind: FetchKind<Key, Work, Found>,
  { message, remainingMs }: FetchDelivery<Key>,
): Promise<FetchResult> {
  const { db, settings } = deps;
  const { rows, rules = rows.rules } = kind;
  const days = pendingDays(deps.now(), rules);
  const day = rows.dayOf(message);
  if (day > days.newest) return "not_claimed";
  if (day < days.oldest) {
    await rows.miss(db, message);
    return "missed";
  }

  const lease = { ...message, leaseToken: deps.newToken() };
  const claimed = await rows.claim(db, { ...lease, leaseSeconds: settings.leaseSeconds });
  if (claimed === undefined) return "not_claimed";
  const { work, attempts, times_throttled: timesThrottled } = claimed;

  if (kind.isLeft?.(work)) {
    return whileHeld("separated", rows.separate(db, { ...lease, attempts: attempts - 1, delaySeconds: 0 }));
  }
  const waitSeconds = await deps.budget(kind.costsOf(message, work), kind.purpose);
  if (waitSeconds > 0) {
    return whileHeld("postponed", rows.postpone(db, { ...lease, waitSeconds }));
  }

  const call = { correlationId: message.correlationId, deadlineMs: callDeadlineMs(remainingMs()) };
  const found = await kind.fetch(message, work, call).catch((error: unknown) => {
    if (error instanceof UpstreamError) return error;
    throw error;
  });
  if (found instanceof UpstreamError) return recordFailure(found);
  if (kind.isEmpty(found)) return whileHeld("empty", rows.finish(db, { ...lease, outcome: "empty" }));
  return whileHeld(kind.resultOf?.(work, found) ?? "stored", kind.save(lease, work, found));

  async function recordFailure({ failure }: UpstreamError): Promise<FetchResult> {
    const store = { random: deps.random, retryAfterSeconds: failure.retryAfterSeconds };
    const throttledSeconds = isThrottled(failure.reason) ? throttledDelaySeconds(rules, timesThrottled, store) : null;
    const delaySeconds = throttledSeconds ?? retryDelaySeconds(rules, attempts, store);
    kind.logFailure({ ...lease, attempts, timesThrottled, failure, delaySeconds });
    if (throttledSeconds === null && kind.isLeftAfter?.(work, failure, attempts)) {
      return whileHeld("separated", rows.separate(db, { ...lease, attempts, delaySeconds: delaySeconds ?? 0 }));
    }
    if (delaySeconds === null) return whileHeld("failed", rows.finish(db, { ...lease, outcome: "failed" }));
    return throttledSeconds === null
      ? whileHeld("retrying", rows.retry(db, { ...lease, delaySeconds }))
      : whileHeld("throttled", rows.throttle(db, { ...lease, delaySeconds }));
  }
}

async function whileHeld(result: FetchResult, isWritten: Promise<boolean>): Promise<FetchResult> {
  return (await isWritten) ? result : "superseded";
}

export type SendDueDependencies<Key> = { readonly db: Db; readonly queues: FetchQueues<Key>; readonly now: Clock };

export type SendDueSettings = {
  readonly perMinute: number;
  readonly busySeconds: number;
  readonly resendSeconds: number;
};

type SendDue = { readonly platform: Platform; readonly settings: SendDueSettings; readonly correlationId: string };

/** The furthest ahead that a message is sent if no other is under way. The queue adds a second. */
const LATEST_SECONDS = DELAY_SECONDS_MAX - 1;

/**
 * Sends the fetches whose slot is near, at the pace, and returns their number. If there are none and none is under way,
 * sends the next one, so that progress needs no tick.
 */
export async function sendDueFetches<Key extends FetchKey, Work>(
  deps: SendDueDependencies<Key>,
  rows: Pick<PacedFetches<Key, Work>, "rules" | "due">,
  { platform, settings, correlationId }: SendDue,
): Promise<number> {
  const { db } = deps;
  const days = pendingDays(deps.now(), rows.rules);
  const firstSeconds = Math.min(settings.busySeconds, LATEST_SECONDS - 1);
  const selection = { platform, ...days, ...settings, firstSeconds };
  const soon = await rows.due.take(db, { ...selection, horizonSeconds: PACED_AHEAD_SECONDS });
  const due = soon.length > 0 ? soon : await rows.due.takeNext(db, { ...selection, horizonSeconds: LATEST_SECONDS });

  const delays = new Map<FetchMessage<Key>, number>();
  // The queue rounds a delay up and adds a second.
  for (const { key, delay_seconds } of due) delays.set({ ...key, v: 1, correlationId }, Math.floor(delay_seconds));
  if (delays.size > 0) {
    await deps.queues.send(platform, [...delays.keys()], { delaySeconds: (message) => delays.get(message) ?? 0 });
  }
  return due.length;
}

/** Ends the fetches whose day is over. Returns their number, and how late the oldest waiting fetch is. */
export async function endOverdueFetches<Key extends FetchKey, Work>(
  { db, now }: Pick<SendDueDependencies<Key>, "db" | "now">,
  { due, rules }: Pick<PacedFetches<Key, Work>, "rules" | "due">,
  platform: Platform,
): Promise<{ readonly missed: number; readonly lagSeconds: number }> {
  const days = pendingDays(now(), rules);
  const missed = await due.missOverdue(db, { platform, oldest: days.oldest });
  return { missed, lagSeconds: await due.measureLag(db, { platform, ...days }) };
}
