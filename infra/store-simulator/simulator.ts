import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import type { Catalogue } from "./catalogue/catalogue.ts";
import { CONTROL_PREFIX, controlReply } from "./control.ts";
import { defaultCatalogue } from "./default-catalogue.ts";
import { createFaultList, type FaultList } from "./faults/fault-list.ts";
import { sendResponse } from "./faults/responder.ts";
import { readBody, readUpstreamRequest } from "./read-upstream-request.ts";
import { createRequestLog, type RequestLog } from "./request-log.ts";
import { serveStores } from "./serve-stores.ts";
import { openStorePort } from "./store-port.ts";

export type StoreSimulatorOptions = {
  readonly seed?: number;
  readonly day?: number;
  /** The date of day 0, YYYY-MM-DD. */
  readonly epoch?: string;
  readonly host?: "127.0.0.1" | "::1";
  /** Default: any free port. */
  readonly port?: number;
  /** Milliseconds before every response. */
  readonly latencyMs?: number;
  readonly appsPerStore?: number;
  readonly publishersPerStore?: number;
  readonly now?: () => number;
};

export type StoreSimulator = {
  readonly url: string;
  readonly catalogue: Catalogue;
  readonly faults: FaultList;
  readonly requests: RequestLog;
  day(): number;
  setDay(day: number): void;
  /** Closes the port, so that connections are refused, until `accept` opens it again. */
  reject(): Promise<void>;
  accept(): Promise<void>;
  stop(): Promise<void>;
};

/** The host of a store without a DNS name: RFC 6761 reserves `.invalid`. */
export const UNRESOLVABLE_URL = "http://store.invalid";

/** Longer than any client keeps an idle connection, so that none closes during a request. */
const KEEP_ALIVE_MS = 120_000;

/** Serves both stores from one plain HTTP server. */
export async function startStoreSimulator(options: StoreSimulatorOptions = {}): Promise<StoreSimulator> {
  const { seed = 1, epoch = "2026-01-01", host = "127.0.0.1", latencyMs = 0, now = Date.now } = options;
  const catalogue = defaultCatalogue({ ...options, seed, epoch });
  const faults = createFaultList({ seed });
  const requests = createRequestLog();
  let today = options.day ?? 0;
  const day = () => today;
  const setDay = (next: number) => {
    today = next;
  };

  const serve = serveStores({ catalogue, faults, requests, day, latencyMs, now });

  async function handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = message.method === "GET" ? "" : await readBody(message);
    const request = readUpstreamRequest(message, body);
    if (request.path.startsWith(CONTROL_PREFIX)) sendResponse(response, controlReply(controlled, request));
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
  const controlled = { catalogue, faults, requests, day, setDay, rejectFor };
  return { url, catalogue, faults, requests, day, setDay, reject, accept, stop: close };
}
