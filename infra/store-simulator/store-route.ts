import type { IncomingHttpHeaders } from "node:http";

import type { Platform } from "../../lib/domain/platform.ts";

import type { Catalogue } from "./catalogue/catalogue.ts";

export type UpstreamRequest = {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

export type Subject = {
  readonly appIds: readonly string[];
  readonly country: string | null;
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
  "suggestions",
  "details",
  "chart",
  "chart_page",
  "publisher",
  "reviews",
] as const;
export type RequestKind = (typeof requestKinds)[number];

export type StoreRoute = {
  readonly platform: Platform;
  readonly kind: RequestKind;
  readonly method: "GET" | "POST";
  readonly host: string;
  readonly path: RegExp;
  readonly maxAgeSeconds?: number;
  /** Distinguishes requests to the same address. By default, all match. */
  accepts?(request: UpstreamRequest): boolean;
  subject(request: UpstreamRequest): Subject;
  reply(query: StoreQuery): StoreResponse;
};

/** Edges of the stores cache responses by this address, in which the order of parameters does not count. */
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
