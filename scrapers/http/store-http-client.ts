import PQueue from "p-queue";

import type { UserAgent } from "../contracts/environment.ts";
import type { ScraperHostClass } from "../contracts/host-classes.ts";
import { parseRetryAfter, readBody, reasonByStatus } from "../contracts/wire.ts";
import type { Call } from "./route.ts";
import { StoreError } from "./store-errors.ts";

export const REQUEST_TIMEOUT_MS = 10_000;
const REDIRECTS_MAX = 3;

export type StoreRequest = {
  readonly url: URL;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The limit of the response. Default: that of `readBody`. */
  readonly bodyBytesMax?: number;
};

/** A successful response, or a 404, whose meaning depends on the request. */
export type StoreResponse = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
};

export type StoreHttpClient = (request: StoreRequest, call: Call) => Promise<StoreResponse>;

export type StoreHttpDeps = {
  readonly fetch: typeof fetch;
  readonly now: () => Date;
  readonly simulatorUrl: string | undefined;
  readonly concurrency: number;
  readonly requestTimeoutMs: number;
  readonly userAgent?: UserAgent | undefined;
};

export type StoreHttpPolicy = {
  /** The store's own hosts. Requests and redirects go nowhere else. */
  readonly hosts: readonly string[];
  readonly userAgent: string;
  readonly throttlingStatuses: readonly number[];
  readonly isChallenge: (url: URL) => boolean;
  readonly hostClass: (request: Pick<StoreRequest, "url" | "method">) => ScraperHostClass;
};

export function createStoreHttpClient(deps: StoreHttpDeps, policy: StoreHttpPolicy): StoreHttpClient {
  const queue = new PQueue({ concurrency: deps.concurrency });
  return (request, call) => queue.add(() => withinRequestTimeout(deps, request, policy, call), { signal: call.signal });
}

async function withinRequestTimeout(
  deps: StoreHttpDeps,
  request: StoreRequest,
  policy: StoreHttpPolicy,
  call: Call,
): Promise<StoreResponse> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, deps.requestTimeoutMs);
  call.signal.addEventListener("abort", abort, { once: true });
  try {
    return await followRedirects(deps, request, policy, controller.signal);
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
  deps: StoreHttpDeps,
  request: StoreRequest,
  policy: StoreHttpPolicy,
  signal: AbortSignal,
): Promise<StoreResponse> {
  let url = request.url;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const response = await send(deps, { ...request, url }, policy, signal);
    const location = response.status >= 300 && response.status <= 399 ? response.headers.get("location") : null;
    if (location === null) return readResponse(deps, response, request, policy);

    await response.body?.cancel();
    url = redirectTarget(request, location, url, policy);
  }
  throw misdirected("The store redirects in circles");
}

function send(
  { fetch, simulatorUrl, userAgent }: StoreHttpDeps,
  request: StoreRequest,
  policy: StoreHttpPolicy,
  signal: AbortSignal,
) {
  const { url, method, body } = request;
  const target = simulatorUrl === undefined ? url : `${simulatorUrl.replace(/\/+$/, "")}${url.pathname}${url.search}`;
  const own = userAgent?.hosts.some((host) => host === url.host) ? userAgent.text : undefined;
  const headers = { ...request.headers, "user-agent": own ?? policy.userAgent };
  return fetch(target, {
    method,
    body,
    signal,
    redirect: "manual",
    headers: simulatorUrl === undefined ? headers : { ...headers, "x-store-host": url.host },
  });
}

function redirectTarget(request: StoreRequest, location: string, from: URL, policy: StoreHttpPolicy): URL {
  const url = URL.parse(location, from.href);
  if (url !== null && policy.isChallenge(url)) throw challenged(null, policy.hostClass(request));
  if (url === null || request.method !== "GET") throw misdirected("The store's redirect cannot be followed");
  if (url.protocol !== "https:" || !policy.hosts.includes(url.host)) {
    throw misdirected("The store redirects to somewhere else");
  }
  return url;
}

async function readResponse(
  deps: StoreHttpDeps,
  response: Response,
  request: StoreRequest,
  policy: StoreHttpPolicy,
): Promise<StoreResponse> {
  const { status, headers } = response;
  if (response.ok || status === 404) {
    const body = await readBody(response, request.bodyBytesMax);
    if (body !== null) return { status, headers, body };
    throw new StoreError("The store's response is too large or not UTF-8", { reason: "invalid_response", status });
  }

  await response.body?.cancel();
  const retryAfterSeconds = parseRetryAfter(headers.get("retry-after"), deps.now());
  const isThrottled = policy.throttlingStatuses.includes(status) || (status === 503 && retryAfterSeconds !== null);
  throw new StoreError(`The store returned ${status}`, {
    reason: reasonByStatus(status),
    status,
    retryAfterSeconds,
    isThrottled,
    hostClass: policy.hostClass(request),
  });
}

/** The store demands a captcha and rejects requests for a while, as it does above its rate limit. */
export function challenged(status: number | null, hostClass: ScraperHostClass): StoreError {
  return new StoreError("The store demands a captcha", { reason: "http_429", status, isThrottled: true, hostClass });
}

function misdirected(detail: string): StoreError {
  return new StoreError(detail, { reason: "invalid_response" });
}
