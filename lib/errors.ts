import type { DayAllowance } from "./domain/day-allowance.ts";
import { formatCount } from "./domain/format-count.ts";
import type { OAuthError } from "./domain/oauth.ts";
import type { SyncSummary } from "./domain/sync-phase.ts";

/** Codes of the errors that use cases throw. Only `lib/http/error-response.ts` maps them to statuses. */
export const errorCodes = [
  "malformed_body",
  "unauthenticated",
  "forbidden",
  "registration_closed",
  "not_found",
  "listing_not_stored",
  "method_not_allowed",
  "conflict",
  "cursor_expired",
  "feed_deleted",
  "body_too_large",
  "unsupported_media_type",
  "invalid_input",
  "rate_limited",
  "store_failed",
  "store_unavailable",
  "store_timed_out",
  "documents_unavailable",
  "database_unavailable",
] as const;
export type ErrorCode = (typeof errorCodes)[number];

export const liveStoreFailures = [
  "store_failed",
  "store_unavailable",
  "store_timed_out",
] as const satisfies ErrorCode[];
export type LiveStoreFailure = (typeof liveStoreFailures)[number];

/** Messages by field; nested fields are dotted (`external_ids.0`). */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** An error for the client. Its message describes the request and never the implementation. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fieldErrors: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly sync: SyncSummary | undefined;
  readonly limit: number | undefined;
  readonly allowance: DayAllowance | undefined;
  /** The earliest time from which a client with an expired cursor can begin again, RFC 3339. */
  readonly from: string | undefined;
  /** The response to a client of OAuth has this error. */
  readonly oauth: OAuthError | undefined;

  constructor(
    code: ErrorCode,
    detail: string,
    options: {
      fieldErrors?: FieldErrors;
      retryAfterSeconds?: number;
      sync?: SyncSummary;
      limit?: number;
      allowance?: DayAllowance;
      from?: string;
      oauth?: OAuthError;
      cause?: unknown;
    } = {},
  ) {
    super(detail, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.fieldErrors = options.fieldErrors;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.sync = options.sync;
    this.limit = options.limit;
    this.allowance = options.allowance;
    this.from = options.from;
    this.oauth = options.oauth;
  }
}

export function invalidInput(fieldErrors: FieldErrors): AppError {
  const [first] = Object.values(fieldErrors).flat();
  return new AppError("invalid_input", first ?? "The input is not valid.", { fieldErrors });
}

export function followsTooMany(field: string, most: number): AppError {
  const apps = formatCount(most);
  return invalidInput({ [field]: [`One user cannot follow more than ${apps} apps, tracked ones and competitors.`] });
}

/** Returns an error by RFC 6749. `detail` is for the developer of the client. */
export function oauthError(oauth: OAuthError, detail: string): AppError {
  return new AppError("invalid_input", detail, { oauth });
}

/** An immediate try would meet the same readings. Four tries in a minute are within the limit of requests of a user. */
const DOCUMENTS_RETRY_AFTER_SECONDS = 15;

/** The sender, which reads documents of clients, cannot be reached or has no room. */
export function documentsUnavailable(cause?: unknown): AppError {
  return new AppError("documents_unavailable", "Documents of clients cannot be read at the moment.", {
    retryAfterSeconds: DOCUMENTS_RETRY_AFTER_SECONDS,
    cause,
  });
}

/** Returns the same 404 for an unknown route, a missing row and another user's row, so that nothing leaks. */
export function notFound(): AppError {
  return new AppError("not_found", "There is nothing at this address.");
}

export function noExactInstalls(storeName: string): AppError {
  return new AppError("not_found", `The ${storeName} does not show how often an app was installed.`);
}

export function listingNotStored(input: { readonly locale: string; readonly sync: SyncSummary }): AppError {
  const { locale, sync } = input;
  return new AppError("listing_not_stored", `No listing of the app in ${locale} is stored.`, { sync });
}

/** The stage does not read searches for tracked keywords. */
export function keywordsOff(): AppError {
  return new AppError("store_unavailable", "This service tracks no keywords and shows no suggestions.");
}

export function registrationClosed(): AppError {
  return new AppError(
    "registration_closed",
    "Registration is closed. The operator of this service creates the accounts.",
  );
}

export function sessionEnded(): AppError {
  return new AppError("unauthenticated", "There is no session, or it has ended.");
}

/** `from`: RFC 3339. */
export function cursorExpired(from: string): AppError {
  return new AppError("cursor_expired", "The cursor is too old, or the database was restored after it was issued.", {
    from,
  });
}
