import type { ScraperFailureReason } from "../contracts/records.ts";

/** The store says that it does not have what was asked for. */
export class NotInStoreError extends Error {
  constructor(subject: string) {
    super(`${subject} is not in the store`);
    this.name = "NotInStoreError";
  }
}

/** The store has what was asked for and lists nothing in it. Routes return it as an empty list. */
export class EmptyListError extends Error {
  constructor() {
    super("The store lists nothing here");
    this.name = "EmptyListError";
  }
}

export type StoreFailure = {
  readonly reason: ScraperFailureReason;
  /** The store's own status; null when it sent none. */
  readonly status?: number | null;
  readonly retryAfterSeconds?: number | null;
  /** The store rejects because of how often it is asked. */
  readonly isThrottled?: boolean;
  readonly cause?: unknown;
};

/** The store was asked and did not give a response that can be used. */
export class StoreError extends Error {
  readonly reason: ScraperFailureReason;
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
  readonly isThrottled: boolean;

  constructor(detail: string, { reason, status, retryAfterSeconds, isThrottled, cause }: StoreFailure) {
    super(detail, { cause });
    this.name = "StoreError";
    this.reason = reason;
    this.status = status ?? null;
    this.retryAfterSeconds = retryAfterSeconds ?? null;
    this.isThrottled = isThrottled ?? false;
  }
}

/** The time of the route is over, whoever used it up. */
export class DeadlineError extends StoreError {
  constructor() {
    super("The store did not respond within the time of this route", { reason: "timeout" });
    this.name = "DeadlineError";
  }
}

/** The request itself is wrong: asking it again cannot help. */
export class RequestError extends Error {
  readonly statusCode: 400 | 405 | 422;

  constructor(statusCode: 400 | 405 | 422, detail: string) {
    super(detail);
    this.name = "RequestError";
    this.statusCode = statusCode;
  }
}

/** A 404 where it says nothing about an app. */
export function notAResponse(): StoreError {
  return new StoreError("The store returned 404", { reason: "invalid_response", status: 404 });
}
