import { readBody } from "./read-body.ts";
import { parseRetryAfter } from "./retry-after.ts";
import type { Call } from "./route.ts";
import { createSlots } from "./slots.ts";
import { StoreError } from "./store-errors.ts";

export const REQUEST_TIMEOUT_MS = 10_000;
const REDIRECTS_MAX = 3;

export type StoreRequest = {
  readonly url: URL;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

/** A response that succeeded, or a 404, whose meaning depends on what was asked. */
export type StoreResponse = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
};

/** One request to the store and its response. Every other end is a `StoreError`. */
export type Exchange = (request: StoreRequest, call: Call) => Promise<StoreResponse>;

export type ExchangeDeps = {
  readonly fetch: typeof fetch;
  readonly now: () => Date;
  readonly simulatorUrl: string | undefined;
  /** Requests under way at once. */
  readonly concurrency: number;
  readonly requestTimeoutMs: number;
};

/** How one store is spoken to. */
export type StoreManners = {
  /** The store's own hosts: no request and no redirect goes anywhere else. */
  readonly hosts: readonly string[];
  readonly userAgent: string;
  /** Statuses by which the store says that it is asked too often. */
  readonly throttlingStatuses: readonly number[];
  /** Whether an address is where the store sends those that it takes for robots. */
  readonly isChallenge: (url: URL) => boolean;
};

export function createExchange(deps: ExchangeDeps, manners: StoreManners): Exchange {
  const inSlot = createSlots(deps.concurrency);
  return (request, call) => inSlot(call.signal, () => withinRequestTimeout(deps, request, manners, call));
}

async function withinRequestTimeout(
  deps: ExchangeDeps,
  request: StoreRequest,
  manners: StoreManners,
  call: Call,
): Promise<StoreResponse> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, deps.requestTimeoutMs);
  call.signal.addEventListener("abort", abort, { once: true });
  try {
    return await followRedirects(deps, request, manners, controller.signal);
  } catch (error) {
    if (call.signal.aborted) throw call.signal.reason;
    if (error instanceof StoreError) throw error;
    if (controller.signal.aborted) throw new StoreError("The store did not respond in time", { reason: "timeout" });
    throw new StoreError("The connection to the store failed", { reason: "network_error", cause: error });
  } finally {
    clearTimeout(timer);
    call.signal.removeEventListener("abort", abort);
  }
}

async function followRedirects(
  deps: ExchangeDeps,
  request: StoreRequest,
  manners: StoreManners,
  signal: AbortSignal,
): Promise<StoreResponse> {
  let url = request.url;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const response = await send(deps, { ...request, url }, manners, signal);
    const location = response.status >= 300 && response.status <= 399 ? response.headers.get("location") : null;
    if (location === null) return readResponse(deps, response, manners);

    await response.body?.cancel();
    url = redirectTarget(request, location, url, manners);
  }
  throw misdirected("The store redirects in circles");
}

function send(
  { fetch, simulatorUrl }: ExchangeDeps,
  request: StoreRequest,
  manners: StoreManners,
  signal: AbortSignal,
) {
  const { url, method, body } = request;
  const target = simulatorUrl === undefined ? url : `${simulatorUrl.replace(/\/+$/, "")}${url.pathname}${url.search}`;
  const headers = { ...request.headers, "user-agent": manners.userAgent };
  return fetch(target, {
    method,
    body,
    signal,
    redirect: "manual",
    headers: simulatorUrl === undefined ? headers : { ...headers, "x-store-host": url.host },
  });
}

function redirectTarget(request: StoreRequest, location: string, from: URL, manners: StoreManners): URL {
  const url = URL.parse(location, from.href);
  if (url !== null && manners.isChallenge(url)) throw challenged(null);
  if (url === null || request.method !== "GET") throw misdirected("The store's redirect cannot be followed");
  if (url.protocol !== "https:" || !manners.hosts.includes(url.host)) {
    throw misdirected("The store redirects to somewhere else");
  }
  return url;
}

async function readResponse(deps: ExchangeDeps, response: Response, manners: StoreManners): Promise<StoreResponse> {
  const { status, headers } = response;
  if (response.ok || status === 404) return { status, headers, body: await readBody(response) };

  await response.body?.cancel();
  const retryAfterSeconds = parseRetryAfter(headers.get("retry-after"), deps.now());
  const isThrottled = manners.throttlingStatuses.includes(status) || (status === 503 && retryAfterSeconds !== null);
  throw new StoreError(`The store returned ${status}`, {
    reason: reasonByStatus(status),
    status,
    retryAfterSeconds,
    isThrottled,
  });
}

function reasonByStatus(status: number) {
  if (status === 403) return "http_403";
  if (status === 429) return "http_429";
  return status >= 500 ? "http_5xx" : "invalid_response";
}

/** The store wants to see a person. It lets nobody in for a while, as when it is asked too often. */
export function challenged(status: number | null): StoreError {
  return new StoreError("The store asks for a person", { reason: "http_429", status, isThrottled: true });
}

function misdirected(detail: string): StoreError {
  return new StoreError(detail, { reason: "invalid_response" });
}
