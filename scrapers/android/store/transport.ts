import * as z from "zod";

import { askLibrary, type LibrarySend } from "../../http/ask-library.ts";
import {
  challenged,
  createExchange,
  type ExchangeDeps,
  type StoreRequest,
  type StoreResponse,
} from "../../http/exchange.ts";
import type { Call } from "../../http/route.ts";
import { NotInStoreError, notAResponse } from "../../http/store-errors.ts";
import { BATCH_PREFIX } from "./batch-response.ts";

/** How google-play-scraper's calls reach Google Play. The library is to pass the request options on. */
export type GoogleTransport = <T>(
  call: Call,
  request: PlayRequest,
  run: (requestOptions: Readonly<Record<string, unknown>>) => Promise<T>,
) => Promise<T>;

export type PlayRequest = {
  /** What is not in the store when the page is not there; null for a page that always is. */
  readonly subject: string | null;
  /** What the library gets to see of a response; throws what the response means, where its content says so. */
  readonly receive: (response: StoreResponse) => StoreResponse;
  /** What to ask instead of what the library would. */
  readonly amend?: (request: StoreRequest) => StoreRequest;
};

export function createGoogleTransport(deps: ExchangeDeps): GoogleTransport {
  const exchange = createExchange(deps, {
    hosts: ["play.google.com"],
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
    throttlingStatuses: [429],
    isChallenge: ({ host, pathname }) =>
      host === "consent.google.com" || (/^(www|ipv[46])\.google\.com$/.test(host) && pathname.startsWith("/sorry")),
  });

  return (call, { subject, receive, amend = (request) => request }, run) => {
    const cookies = new Map<string, string>();
    return askLibrary(exchange, call, {
      run: (send) => run(requestOptions((request) => send(amend(request)), cookies, deps.requestTimeoutMs)),
      receive: (response, request) => {
        if (response.status === 404) throw rejection(request, subject);
        if (isChallengePage(response)) throw challenged(response.status);
        keepCookies(cookies, response);
        return receive(withoutScript(response));
      },
    });
  };
}

/** Of an address with a subject, its page alone says by 404 that there is no such thing. */
function rejection({ method }: StoreRequest, subject: string | null): Error {
  return subject === null || method !== "GET" ? notAResponse() : new NotInStoreError(subject);
}

/** A page that is no response of the store's; those may name a captcha in an app's description. */
function isChallengePage({ body }: StoreResponse): boolean {
  const isOfStore = body.includes("AF_initDataCallback") || body.startsWith(BATCH_PREFIX);
  return !isOfStore && /unusual traffic|google\.com\/recaptcha/.test(body.slice(0, 100_000));
}

/** The library evaluates this part of a page as code, for calls that are not made here. */
function withoutScript(response: StoreResponse): StoreResponse {
  return { ...response, body: response.body.replaceAll("; var AF_dataServiceRequests", "; var unread") };
}

/**
 * The library's cookie jar lives as long as the process and would carry a robot's mark into every later call, so the
 * cookies of a call are kept here, for as long as the call.
 */
function keepCookies(cookies: Map<string, string>, { headers }: StoreResponse): void {
  for (const cookie of headers.getSetCookie()) {
    const [, name, value] = /^([^=;\s]+)=([^;]*)/.exec(cookie) ?? [];
    if (name !== undefined && value !== undefined) cookies.set(name, value);
  }
}

const outgoing = z.object({
  method: z.enum(["GET", "POST"]),
  headers: z.record(z.string(), z.unknown()),
  body: z.string().optional(),
});

/** `retry: 0`: whoever asks the scraper decides whether a request is repeated. */
function requestOptions(send: LibrarySend, cookies: ReadonlyMap<string, string>, timeoutMs: number) {
  const request = (url: URL, options: unknown) => {
    const { method, headers, body } = outgoing.parse(options);
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
