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

const PREFIX = "urn:shelfwatch:problem:";

/** Returns the problem of a response. The gateway's own responses have only a `message`. */
export async function readProblem(response: Response): Promise<Problem> {
  const body = await readJson(response);
  const detail = textOf(body.detail) ?? textOf(body.message) ?? `The service returned ${response.status}.`;
  const type = textOf(body.type);
  return new Problem(response.status, detail, {
    code: type?.startsWith(PREFIX) === true ? type.slice(PREFIX.length) : undefined,
    retryAfterSeconds: secondsOf(response.headers.get("retry-after")),
    errors: fieldsOf(body.errors),
  });
}

async function readJson(response: Response): Promise<Readonly<Record<string, unknown>>> {
  try {
    const body: unknown = await response.json();
    return isRecord(body) ? body : {};
  } catch {
    return {};
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : undefined;
}

function fieldsOf(value: unknown): Readonly<Record<string, readonly string[]>> | undefined {
  if (!isRecord(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).map(([field, messages]) => [
      field,
      Array.isArray(messages) ? messages.filter((message) => typeof message === "string") : [],
    ]),
  );
}
