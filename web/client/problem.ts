/** `status` is 0 if there was no response. */
export class Problem extends Error {
  readonly status: number;
  readonly detail: string;
  /** The last segment of the problem's type, such as `listing-not-stored`. */
  readonly code: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly errors: Readonly<Record<string, readonly string[]>>;

  constructor(
    status: number,
    detail: string,
    more: {
      readonly code?: string | undefined;
      readonly retryAfterSeconds?: number | undefined;
      readonly errors?: Readonly<Record<string, readonly string[]>> | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(detail, { cause: more.cause });
    this.name = "Problem";
    this.status = status;
    this.detail = detail;
    this.code = more.code;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.errors = more.errors ?? {};
  }
}

export const NO_RESPONSE = 0;
export const UNAUTHENTICATED = 401;
export const NOT_FOUND = 404;
export const INVALID_INPUT = 422;
export const RATE_LIMITED = 429;
export const UNAVAILABLE = 503;
