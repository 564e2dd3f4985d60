import type { ScraperHostClass } from "../contracts/host-classes.ts";
import type { Absence, ScraperError, ScraperFailureReason } from "../contracts/records.ts";

/** The store itself says that it does not have the requested thing. */
export class NotInStoreError extends Error {
  constructor(subject: string) {
    super(`${subject} is not in the store`);
    this.name = "NotInStoreError";
  }
}

/** The store shows the app and says that it does not offer it there. Unlike a 404, this is sufficient evidence. */
export class NotOfferedError extends NotInStoreError {}

/** The store has the requested list, but it is empty. Routes return an empty list. */
export class EmptyListError extends Error {
  constructor() {
    super("The store lists nothing here");
    this.name = "EmptyListError";
  }
}

export type StoreFailure = {
  readonly reason: ScraperFailureReason;
  readonly status?: number | null;
  readonly retryAfterSeconds?: number | null;
  readonly isThrottled?: boolean;
  /** The class of the request, if the store has responded. */
  readonly hostClass?: ScraperHostClass;
  readonly cause?: unknown;
};

export class StoreError extends Error {
  readonly reason: ScraperFailureReason;
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
  readonly isThrottled: boolean;
  readonly hostClass: ScraperHostClass | undefined;
  requestsMade: number | undefined;

  constructor(detail: string, { reason, status, retryAfterSeconds, isThrottled, hostClass, cause }: StoreFailure) {
    super(detail, { cause });
    this.name = "StoreError";
    this.reason = reason;
    this.status = status ?? null;
    this.retryAfterSeconds = retryAfterSeconds ?? null;
    this.isThrottled = isThrottled ?? false;
    this.hostClass = hostClass;
  }
}

/** The route's deadline has passed, for any reason. */
export class DeadlineError extends StoreError {
  constructor() {
    super("The store did not respond within the time of this route", { reason: "timeout" });
    this.name = "DeadlineError";
  }
}

/** The request itself is wrong, so a retry cannot help. */
export class InvalidRequestError extends Error {
  readonly statusCode: 400 | 405 | 422;

  constructor(statusCode: 400 | 405 | 422, detail: string) {
    super(detail);
    this.name = "InvalidRequestError";
    this.statusCode = statusCode;
  }
}

export function notFoundOutOfPlace(): StoreError {
  return new StoreError("The store returned 404", { reason: "invalid_response", status: 404 });
}

export type DescribedFailure = {
  readonly body: ScraperError;
  readonly retryAfterSeconds: number | null;
  /** The store's statement that it does not have the app, if it did more than omit it. */
  readonly absence?: Absence;
};

/** Returns the error body for a caller. Only this function maps errors to statuses, by their type alone. */
export function describeFailure(error: unknown): DescribedFailure {
  if (error instanceof InvalidRequestError) return described({ error: error.message, statusCode: error.statusCode });
  if (error instanceof NotInStoreError) {
    return { ...described({ error: error.message, statusCode: 404 }), ...absenceOf(error) };
  }
  if (error instanceof StoreError) {
    const { message, reason, requestsMade, retryAfterSeconds } = error;
    const made = requestsMade === undefined ? {} : { requests_made: requestsMade };
    const body = { error: message, statusCode: statusOf(error), reason, ...classOf(error), ...made };
    return described(body, retryAfterSeconds);
  }
  // It has no reason, since the fault is this code's and not the store's.
  return described({ error: "The scraper failed", statusCode: 500 });
}

export function absenceOf(error: NotInStoreError): { readonly absence?: Absence } {
  return error instanceof NotOfferedError ? { absence: "not_offered" } : {};
}

export function classOf({ hostClass, isThrottled, reason }: StoreError): {
  readonly host_class?: ScraperHostClass;
  readonly failing_class?: ScraperHostClass;
} {
  if (hostClass === undefined) return {};
  if (isThrottled || reason === "http_403") return { host_class: hostClass };
  return reason === "http_5xx" ? { failing_class: hostClass } : {};
}

function statusOf(error: StoreError): number {
  if (error instanceof DeadlineError) return 504;
  if (!error.isThrottled) return 500;
  return error.status === 503 ? 503 : 429;
}

function described(body: ScraperError, retryAfterSeconds: number | null = null): DescribedFailure {
  return { body, retryAfterSeconds };
}
