import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import { type Catalogue, createCatalogue } from "./catalogue/catalogue.ts";
import { CONTROL_PREFIX, controlReply } from "./control.ts";
import { createFaultList, type FaultList } from "./faults/fault-list.ts";
import { sendResponse } from "./faults/responder.ts";
import { createLimitList, type LimitList } from "./limits/limit-list.ts";
import { PICTURES_PREFIX, pictureReply } from "./pictures/serve-pictures.ts";
import { createRequestLog, type RequestLog } from "./request-log.ts";
import { serveStores } from "./serve-stores.ts";
import { createStoreClock } from "./store-clock.ts";
import { openStorePort } from "./store-port.ts";
import type { UpstreamRequest } from "./store-route.ts";

export type StoreSimulatorOptions = {
  readonly seed?: number;
  readonly day?: number;
  /** If it is true, the day advances at midnight UTC. By default, it stays until `setDay`. */
  readonly daysPass?: boolean;
  /** The date of day 0, YYYY-MM-DD. */
  readonly epoch?: string;
  readonly host?: "127.0.0.1" | "::1";
  readonly port?: number;
  readonly latencyMs?: number;
  readonly appsPerStore?: number;
  readonly publishersPerStore?: number;
  readonly now?: () => number;
};

export type StoreSimulator = {
  readonly url: string;
  readonly picturesUrl: string;
  readonly catalogue: Catalogue;
  readonly faults: FaultList;
  readonly limits: LimitList;
  readonly requests: RequestLog;
  day(): number;
  setDay(day: number, hour?: number): void;
  /** Closes the port, so that connections are rejected, until `accept` opens it again. */
  reject(): Promise<void>;
  accept(): Promise<void>;
  stop(): Promise<void>;
};

/** The host of a store without a DNS name: RFC 6761 reserves `.invalid`. */
export const UNRESOLVABLE_URL = "http://store.invalid";

export const DEFAULT_CATALOGUE = { seed: 1, epoch: "2026-01-01" };

/** It is longer than any client keeps an idle connection, so that none closes during a request. */
const KEEP_ALIVE_MS = 120_000;
const BODY_MAX_BYTES = 1_048_576;

export async function startStoreSimulator(options: StoreSimulatorOptions = {}): Promise<StoreSimulator> {
  const { host = "127.0.0.1", latencyMs = 0, now = Date.now } = options;
  const { seed = DEFAULT_CATALOGUE.seed, epoch = DEFAULT_CATALOGUE.epoch } = options;
  const catalogue = createCatalogue({ ...options, seed, epoch });
  const faults = createFaultList({ seed });
  const limits = createLimitList(now);
  const requests = createRequestLog();
  const clock = createStoreClock({ day: options.day ?? 0, now, daysPass: options.daysPass ?? false });
  const serve = serveStores({ catalogue, faults, limits, requests, clock, latencyMs, now });

  async function handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = message.method === "GET" ? "" : await readBody(message);
    const request = readUpstreamRequest(message, body);
    if (request.path.startsWith(CONTROL_PREFIX)) sendResponse(response, controlReply(controlled, request));
    else if (request.path.startsWith(PICTURES_PREFIX)) sendResponse(response, pictureReply(request));
    else serve(request, response);
  }

  const server = createServer((message, response) => {
    handle(message, response).catch((error: unknown) => {
      console.error("store simulator", error);
      response.destroy();
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.requestTimeout = 0;

  const { port, reject, accept, rejectFor, close } = await openStorePort(server, { host, port: options.port ?? 0 });
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const controlled = { catalogue, faults, limits, requests, clock, rejectFor };
  const { day, set: setDay } = clock;
  const picturesUrl = `${url}${PICTURES_PREFIX}`;
  return { url, picturesUrl, catalogue, faults, limits, requests, day, setDay, reject, accept, stop: close };
}

/** Reads the host from `x-store-host`, an absolute-form target, or the Host header, in this order. */
function readUpstreamRequest(message: IncomingMessage, body: string): UpstreamRequest {
  const url = new URL(message.url ?? "/", "http://relative.invalid");
  const isAbsolute = url.host !== "relative.invalid";
  const named = message.headers["x-store-host"]?.toString();
  const host = named ?? (isAbsolute ? url.host : (message.headers.host ?? ""));

  return {
    method: message.method ?? "GET",
    host: host.replace(/:\d+$/, "").toLowerCase(),
    path: url.pathname,
    query: url.searchParams,
    headers: message.headers,
    body,
  };
}

/** A body that is too long is truncated, so that it does not parse. */
async function readBody(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    size += chunk.length;
    if (size > BODY_MAX_BYTES) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
