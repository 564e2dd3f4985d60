import { Agent } from "node:http";
import { Writable } from "node:stream";
import constants from "app-store-scraper/lib/constants.js";
import * as z from "zod";

import { lazy } from "../../../lib/runtime/lazy.ts";
import type { ScraperHostClass } from "../../contracts/host-classes.ts";
import { callLibrary, type LibrarySend } from "../../http/call-library.ts";
import type { Call } from "../../http/route.ts";
import { InvalidRequestError, notFoundOutOfPlace } from "../../http/store-errors.ts";
import {
  createStoreHttpClient,
  type StoreHttpClient,
  type StoreHttpDeps,
  type StoreResponse,
} from "../../http/store-http-client.ts";

export type AppleTransport = {
  readonly http: StoreHttpClient;
  /** Makes one call of the library. `run` must pass the request options on. */
  readonly call: <T>(
    call: Call,
    run: (requestOptions: Readonly<Record<string, unknown>>) => Promise<T>,
    options?: LibraryCallOptions,
  ) => Promise<T>;
};

export type LibraryCallOptions = {
  readonly receive?: (reply: StoreResponse) => StoreResponse;
  readonly address?: URL;
  readonly headers?: Readonly<Record<string, string>>;
};

export function createAppleTransport(deps: StoreHttpDeps): AppleTransport {
  const http = createStoreHttpClient(deps, {
    hosts: ["itunes.apple.com", "search.itunes.apple.com", "apps.apple.com"],
    userAgent:
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 " +
      "(KHTML, like Gecko) Version/18.1 Safari/605.1.15",
    // Above its rate limit, Apple returns a bare 403.
    throttlingStatuses: [403, 429],
    isChallenge: () => false,
    hostClass: ({ url }) => hostClassOf(url),
  });

  return {
    http,
    call: (call, run, { receive = (reply: StoreResponse) => reply, headers = {}, address } = {}) =>
      callLibrary(http, call, {
        run: (send) => run(requestOptions((request) => send({ ...request, url: address ?? request.url }), headers)),
        receive: (reply) => {
          // Apple's APIs report a missing app in the body; a 404 is about the address.
          if (reply.status === 404) throw notFoundOutOfPlace();
          return receive(reply);
        },
      }),
  };
}

function hostClassOf({ host, pathname }: URL): ScraperHostClass {
  if (host === "apps.apple.com") return "apps_page";
  if (host === "search.itunes.apple.com") return "itunes_search";
  if (/^\/[a-z]{2}\/rss\//.test(pathname)) return "itunes_rss";
  return /\/customer-reviews\//.test(pathname) ? "itunes_reviews" : "itunes_lookup";
}

function requestOptions(send: LibrarySend, headers: Readonly<Record<string, string>>) {
  const module = { Agent, request: (options: unknown) => clientRequest(send, options, headers) };
  return { httpModules: { "http:": module, "https:": module }, followRedirect: false };
}

const outgoing = lazy(() => z.object({ uri: z.object({ href: z.url() }), headers: z.record(z.string(), z.unknown()) }));
const passedOn = ["x-apple-store-front", "accept-language"];

/** Implements the part of Node's `ClientRequest` that the library's HTTP client uses. All its requests are GETs. */
function clientRequest(send: LibrarySend, options: unknown, headers: Readonly<Record<string, string>>): Writable {
  const request = new Writable({
    autoDestroy: false,
    emitClose: false,
    write: (_chunk, _encoding, done) => done(),
    final: (done) => {
      done();
      respondInto(request).catch((error: unknown) => request.emit("error", error));
    },
  });

  async function respondInto(target: Writable): Promise<void> {
    const { uri, headers: set } = outgoing().parse(options);
    const kept = Object.entries(set).filter(([name]) => passedOn.includes(name.toLowerCase()));
    const own = Object.fromEntries(kept.map(([name, value]) => [name.toLowerCase(), String(value)]));
    const url = new URL(uri.href);
    const response = await send({ url, method: "GET", headers: { ...own, ...headers }, body: null });
    target.emit("response", response);
  }

  return Object.assign(request, { abort: () => request.destroy() });
}

/** Caches may return responses that are up to a day old, and so older than what a sweep has stored since. */
const AGE_SECONDS_MAX = 600;

/** Returns whether the response is at most minutes old, by the age that caches state (RFC 9111). */
export function isCurrent({ headers }: StoreResponse): boolean {
  const age = headers.get("age") ?? "";
  return !/^\d{1,10}$/.test(age) || Number(age) <= AGE_SECONDS_MAX;
}

/** Storefronts that the library does not know. It would silently search the United States instead. */
const numbersMissing: Readonly<Record<string, number>> = {
  af: 143610, al: 143575, ba: 143612, cd: 143613, ci: 143527, cm: 143574, do: 143508, ga: 143614, ge: 143615,
  iq: 143617, kh: 143579, kz: 143517, la: 143587, ly: 143567, ma: 143620, md: 143523, me: 143619, mm: 143570,
  mr: 143590, mv: 143488, mw: 143589, mz: 143593, nr: 143606, rs: 143500, rw: 143621, to: 143608, vu: 143609,
  xk: 143624, zm: 143622, zw: 143605,
}; // biome-ignore format: a table

/** Returns Apple's number of a storefront. A country without one is the caller's mistake. */
export function storefrontNumber(country: string): number {
  const number = constants.markets[country.toUpperCase()] ?? numbersMissing[country];
  if (number === undefined) throw new InvalidRequestError(422, "country: the App Store has no such storefront");
  return number;
}
