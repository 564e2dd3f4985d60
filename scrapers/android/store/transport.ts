import * as z from "zod";

import { lazy } from "../../../lib/runtime/lazy.ts";
import type { ScraperHostClass } from "../../contracts/host-classes.ts";
import { callLibrary, type LibrarySend } from "../../http/call-library.ts";
import type { Call } from "../../http/route.ts";
import { NotInStoreError, notFoundOutOfPlace } from "../../http/store-errors.ts";
import {
  challenged,
  createStoreHttpClient,
  type StoreHttpDeps,
  type StoreRequest,
  type StoreResponse,
} from "../../http/store-http-client.ts";
import { BATCH_PREFIX } from "./batch-response.ts";

/** Makes a call of google-play-scraper over this service's HTTP client. `run` must pass the request options on. */
export type GoogleTransport = <T>(
  call: Call,
  request: PlayRequest,
  run: (requestOptions: Readonly<Record<string, unknown>>) => Promise<T>,
) => Promise<T>;

export type PlayRequest = {
  readonly subject: string | null;
  readonly receive: (response: StoreResponse) => StoreResponse;
  readonly amend?: (request: StoreRequest) => StoreRequest;
};

export function createGoogleTransport(deps: StoreHttpDeps): GoogleTransport {
  const http = createStoreHttpClient(deps, {
    hosts: ["play.google.com"],
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
    throttlingStatuses: [429],
    isChallenge: ({ host, pathname }) =>
      host === "consent.google.com" || (/^(www|ipv[46])\.google\.com$/.test(host) && pathname.startsWith("/sorry")),
    hostClass: hostClassOf,
  });

  return (call, { subject, receive, amend = (request) => request }, run) => {
    const cookies = new Map<string, string>();
    return callLibrary(http, call, {
      run: (send) => run(requestOptions((request) => send(amend(request)), cookies, deps.requestTimeoutMs)),
      receive: (response, request) => {
        if (response.status === 404) throw notFoundError(request, subject);
        if (isChallengePage(response)) throw challenged(response.status, hostClassOf(request));
        keepCookies(cookies, response);
        return receive(withoutScript(response));
      },
    });
  };
}

const SEARCH_PATH = "/store/search";
const SUGGESTIONS_RPC = "IJ4APc";

/** Searches and their suggestions are a class. Otherwise GET reads pages; POST reads lists and following pages. */
function hostClassOf({ method, url }: Pick<StoreRequest, "method" | "url">): ScraperHostClass {
  if (method === "POST") return url.searchParams.get("rpcids") === SUGGESTIONS_RPC ? "play_search" : "play_batch";
  return url.pathname === SEARCH_PATH ? "play_search" : "play_page";
}

/** A 404 means "not in the store" only for the page of a subject. */
function notFoundError({ method }: StoreRequest, subject: string | null): Error {
  return subject === null || method !== "GET" ? notFoundOutOfPlace() : new NotInStoreError(subject);
}

/** Checks only pages without store data, because an app's description may mention a captcha. */
function isChallengePage({ body }: StoreResponse): boolean {
  const isOfStore = body.includes("AF_initDataCallback") || body.startsWith(BATCH_PREFIX);
  return !isOfStore && /unusual traffic|google\.com\/recaptcha/.test(body.slice(0, 100_000));
}

/** The library would evaluate this part of a page as code, for calls that the scraper does not make. */
function withoutScript(response: StoreResponse): StoreResponse {
  return { ...response, body: response.body.replaceAll("; var AF_dataServiceRequests", "; var unread") };
}

/** The library's cookie jar would carry a robot's mark into every later call. These cookies live for one call. */
function keepCookies(cookies: Map<string, string>, { headers }: StoreResponse): void {
  for (const cookie of headers.getSetCookie()) {
    const [, name, value] = /^([^=;\s]+)=([^;]*)/.exec(cookie) ?? [];
    if (name !== undefined && value !== undefined) cookies.set(name, value);
  }
}

const outgoing = lazy(() =>
  z.object({
    method: z.enum(["GET", "POST"]),
    headers: z.record(z.string(), z.unknown()),
    body: z.string().optional(),
  }),
);

function requestOptions(send: LibrarySend, cookies: ReadonlyMap<string, string>, timeoutMs: number) {
  const request = (url: URL, options: unknown) => {
    const { method, headers, body } = outgoing().parse(options);
    const contentType = headers["content-type"];
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return send({
      url,
      method,
      body: body ?? null,
      headers: {
        "accept-language": "en-US,en;q=0.9",
        ...(typeof contentType === "string" && { "content-type": contentType }),
        ...(cookie !== "" && { cookie }),
      },
    });
  };
  return { request, retry: 0, timeout: timeoutMs };
}
