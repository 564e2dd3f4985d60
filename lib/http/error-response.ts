import { STATUS_CODES } from "node:http";

import { codeOf } from "../../db/error-code.ts";
import type { DayAllowance } from "../domain/day-allowance.ts";
import type { SyncSummary } from "../domain/sync-phase.ts";
import { AppError, type ErrorCode, type FieldErrors } from "../errors.ts";

/** This is the only place that knows the status of an error. */
export const statusByCode = {
  malformed_body: 400,
  unauthenticated: 401,
  forbidden: 403,
  registration_closed: 403,
  not_found: 404,
  listing_not_stored: 404,
  method_not_allowed: 405,
  conflict: 409,
  cursor_expired: 410,
  feed_deleted: 410,
  body_too_large: 413,
  unsupported_media_type: 415,
  invalid_input: 422,
  rate_limited: 429,
  store_failed: 502,
  store_unavailable: 503,
  store_timed_out: 504,
  documents_unavailable: 503,
  database_unavailable: 503,
} as const satisfies Record<ErrorCode, number>;

export const PROBLEM_CONTENT_TYPE = "application/problem+json";

export const headersOfEveryResponse = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

/** A problem document (RFC 9457). */
export type Problem = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly errors?: FieldErrors;
  readonly allowance?: DayAllowance;
  readonly sync_status?: SyncSummary;
  readonly from?: string;
};

export type ProblemResponse = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

const DATABASE_RETRY_AFTER_SECONDS = 2;
export const UNEXPECTED_STATUS = 500;

export function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error)) {
    return new AppError("database_unavailable", "The database cannot be reached at the moment.", {
      cause: error,
      retryAfterSeconds: DATABASE_RETRY_AFTER_SECONDS,
    });
  }
  return undefined;
}

/** Returns the response to an error. An unexpected one (undefined) is reported without its cause. */
export function problemResponse(error: AppError | undefined): ProblemResponse {
  const problem = error === undefined ? unexpectedProblem() : problemOf(error);
  return {
    statusCode: problem.status,
    headers: {
      ...headersOfEveryResponse,
      "content-type": PROBLEM_CONTENT_TYPE,
      ...challengeOf(problem.status),
      ...retryAfterOf(error),
    },
    body: JSON.stringify(problem),
  };
}

function problemOf(error: AppError): Problem {
  const status = statusByCode[error.code];
  return {
    type: `urn:shelfwatch:problem:${error.code.replaceAll("_", "-")}`,
    title: STATUS_CODES[status] ?? "Error",
    status,
    detail: error.message,
    ...(error.fieldErrors === undefined ? {} : { errors: error.fieldErrors }),
    ...(error.allowance === undefined ? {} : { allowance: error.allowance }),
    ...(error.sync === undefined ? {} : { sync_status: error.sync }),
    ...(error.from === undefined ? {} : { from: error.from }),
  };
}

function unexpectedProblem(): Problem {
  return {
    type: "about:blank",
    title: "Internal Server Error",
    status: UNEXPECTED_STATUS,
    detail: "An unexpected error occurred. The request may be sent again.",
  };
}

function challengeOf(status: number): Record<string, string> {
  return status === statusByCode.unauthenticated ? { "www-authenticate": "Bearer" } : {};
}

export function retryAfterOf(error: AppError | undefined): Record<string, string> {
  if (error?.retryAfterSeconds === undefined) return {};
  return { "retry-after": String(Math.max(1, Math.ceil(error.retryAfterSeconds))) };
}

const unavailableCodes: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CREDENTIALS_UNAVAILABLE",
  // SQLSTATE: connection exceptions, a rotated password, too many connections, shutdown and start-up, a cancelled or
  // timed-out statement, a read-only endpoint during a failover.
  "08000",
  "08001",
  "08003",
  "08004",
  "08006",
  "28P01",
  "53300",
  "57014",
  "57P01",
  "57P02",
  "57P03",
  "57P05",
  "25006",
]);

function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && unavailableCodes.has(code);
}
