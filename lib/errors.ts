import type { SyncSummary } from "./domain/sync-phase.ts";

/** Codes that a use case may fail with; `lib/http/error-response.ts` alone maps them to statuses. */
export const errorCodes = [
  "malformed_body",
  "unauthenticated",
  "forbidden",
  "not_found",
  "listing_not_stored",
  "method_not_allowed",
  "conflict",
  "body_too_large",
  "unsupported_media_type",
  "invalid_input",
  "rate_limited",
  "store_failed",
  "store_unavailable",
  "store_timed_out",
  "database_unavailable",
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** What every request that a store is asked while the client waits may end with. */
export const liveStoreFailures = [
  "store_failed",
  "store_unavailable",
  "store_timed_out",
] as const satisfies ErrorCode[];
export type LiveStoreFailure = (typeof liveStoreFailures)[number];

/** Messages by field; nested fields are dotted (`external_ids.0`). */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** A rejection that the client is told about. The detail says what was asked and what is true, never how it is built. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fieldErrors: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly sync: SyncSummary | undefined;

  constructor(
    code: ErrorCode,
    detail: string,
    options: { fieldErrors?: FieldErrors; retryAfterSeconds?: number; sync?: SyncSummary; cause?: unknown } = {},
  ) {
    super(detail, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.fieldErrors = options.fieldErrors;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.sync = options.sync;
  }
}

/** The input is well-formed but a rule of the service rejects it. */
export function invalidInput(fieldErrors: FieldErrors): AppError {
  const [first] = Object.values(fieldErrors).flat();
  return new AppError("invalid_input", first ?? "The input is not valid.", { fieldErrors });
}

/** All that is not there is told alike: an address, a row, and a row that belongs to somebody else. */
export function notFound(): AppError {
  return new AppError("not_found", "There is nothing at this address.");
}

/** Returns the error for an app that is known, but without a stored listing in the language: a sync may bring one. */
export function listingNotStored(input: { readonly locale: string; readonly sync: SyncSummary }): AppError {
  const { locale, sync } = input;
  return new AppError("listing_not_stored", `No listing of the app in ${locale} is stored.`, { sync });
}
