import type { IncomingHttpHeaders } from "node:http";

import type { Platform } from "../../lib/domain/platform.ts";

import type { Catalogue } from "./catalogue/catalogue.ts";

/** A request as the real store would see it. */
export type UpstreamRequest = {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** The subject of a request, for the log and for faults. */
export type Subject = {
  /** The ids in the request, of apps or publishers. */
  readonly appIds: readonly string[];
  readonly country: string | null;
  /** As spelled in the request. */
  readonly language: string | null;
};

export type StoreResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type StoreQuery = {
  readonly catalogue: Catalogue;
  readonly day: number;
  readonly request: UpstreamRequest;
  readonly subject: Subject;
};

/** A lookup by artist id counts as `lookup`: the App Store has no other address for a publisher's apps. */
export const requestKinds = [
  "lookup",
  "page",
  "search",
  "details",
  "chart",
  "chart_page",
  "publisher",
  "reviews",
] as const;
export type RequestKind = (typeof requestKinds)[number];

/** One address of a store and how it responds. `routes.ts` lists them all. */
export type StoreRoute = {
  readonly platform: Platform;
  readonly kind: RequestKind;
  readonly method: "GET" | "POST";
  readonly host: string;
  readonly path: RegExp;
  /** How long the store's edge keeps a response. Default: not at all. */
  readonly maxAgeSeconds?: number;
  /** Distinguishes requests to the same address. Default: matches all. */
  accepts?(request: UpstreamRequest): boolean;
  subject(request: UpstreamRequest): Subject;
  reply(query: StoreQuery): StoreResponse;
};

/** Returns the address by which the stores' edges keep responses: the order of parameters does not count. */
export function addressOf({ host, path, query }: UpstreamRequest): string {
  const sorted = new URLSearchParams(query);
  sorted.sort();
  return `${host}${path}?${sorted}`;
}

export function html(status: number, body: string): StoreResponse {
  return { status, headers: { "content-type": "text/html; charset=utf-8" }, body };
}

export function json(status: number, body: string): StoreResponse {
  return { status, headers: { "content-type": "text/javascript; charset=utf-8" }, body };
}
