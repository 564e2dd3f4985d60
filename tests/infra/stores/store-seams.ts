import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
  request,
} from "node:http";
import { createRequire } from "node:module";

import googlePlay from "google-play-scraper";
import * as z from "zod";

import type { StoreSimulator } from "../../../infra/store-simulator/simulator.ts";

const appSchema = z.looseObject({
  id: z.number(),
  title: z.string(),
  description: z.string(),
  releaseNotes: z.string().optional(),
  size: z.string(),
  version: z.string(),
  updated: z.string(),
  released: z.string(),
  price: z.number().optional(),
  currency: z.string(),
  score: z.number(),
  reviews: z.number(),
  developer: z.string(),
  developerId: z.number(),
  primaryGenreId: z.number(),
  icon: z.string(),
});
export type AppleApp = z.infer<typeof appSchema>;

const chartRowSchema = z.looseObject({ id: z.string(), developer: z.string(), developerId: z.string().optional() });

type AppleRequest = {
  id?: string;
  num?: number;
  country: string;
  lang?: string;
  collection?: string;
  category?: number;
};

type SearchQuery = { readonly term: string; readonly country: string; readonly lang: string };

/** app-store-scraper as published, with the simulator in place of the network. */
export function appleLibrary(simulator: StoreSimulator) {
  // The library has no types; what it returns is parsed.
  const library: Record<"app" | "list" | "suggest" | "search", (query: unknown) => Promise<unknown>> = createRequire(
    import.meta.url,
  )("app-store-scraper");
  const httpModule = { Agent, request: (options: RequestOptions) => sendTo(simulator, options) };
  const requestOptions = { timeout: 10_000, httpModules: { "http:": httpModule, "https:": httpModule } };

  return {
    app: async (query: AppleRequest) => appSchema.parse(await library.app({ ...query, requestOptions })),
    list: async (query: AppleRequest) =>
      z.array(chartRowSchema).parse(await library.list({ ...query, requestOptions })),
    suggest: async ({ lang: _lang, ...query }: SearchQuery) =>
      z
        .array(z.object({ term: z.string() }))
        .parse(await library.suggest({ ...query, requestOptions }))
        .map(({ term }) => term),
    searchIds: async (query: SearchQuery) =>
      z.array(z.string()).parse(await library.search({ ...query, num: 250, idsOnly: true, requestOptions })),
  };
}

/** google-play-scraper as published: retries switched off, each request sent to the simulator. */
export function googleLibrary(simulator: StoreSimulator) {
  const requestOptions = {
    retry: 0,
    timeout: 10_000,
    request: (url: URL, options: RequestOptions, callback: (message: IncomingMessage) => void) =>
      sendTo(simulator, { ...options, hostname: url.hostname, path: url.pathname + url.search }, callback),
  };

  return {
    app(query: { appId: string; lang?: string; country?: string }) {
      const full = { ...query, requestOptions };
      return googlePlay.app(full);
    },
    async suggest(query: SearchQuery): Promise<readonly string[]> {
      const full = { ...query, requestOptions };
      return googlePlay.suggest(full);
    },
    async searchIds(query: SearchQuery & { readonly num: number }): Promise<readonly string[]> {
      const full = { ...query, requestOptions };
      return (await googlePlay.search(full)).map(({ appId }) => appId);
    },
  };
}

const lookupResponseSchema = z.object({ results: z.array(z.looseObject({})) });

/** The rows of a look-up, as Apple sends them. */
export async function lookUp(simulator: StoreSimulator, query: string) {
  const response = await get(simulator, "itunes.apple.com", `/lookup?${query}`);
  return lookupResponseSchema.parse(await response.json()).results;
}

/** One GET as the transport of a scraper sends it. */
export function get(simulator: StoreSimulator, host: string, path: string, headers: Record<string, string> = {}) {
  return fetch(`${simulator.url}${path}`, {
    redirect: "manual",
    headers: { ...headers, "x-store-host": host },
    signal: AbortSignal.timeout(10_000),
  });
}

function sendTo(
  simulator: StoreSimulator,
  { agent: _, ...options }: RequestOptions,
  callback?: (message: IncomingMessage) => void,
): ClientRequest {
  const { hostname, port } = new URL(simulator.url);
  const storeHost = options.hostname ?? options.host ?? "";
  return request(
    {
      ...options,
      protocol: "http:",
      host: hostname,
      hostname,
      port,
      headers: { ...headersOf(options), "x-store-host": storeHost },
    },
    callback,
  );
}

function headersOf({ headers }: RequestOptions): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers ?? {}));
}
