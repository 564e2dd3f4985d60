import type { ServerResponse } from "node:http";

import type { Catalogue } from "./catalogue/catalogue.ts";
import { responders } from "./faults/fault-kinds.ts";
import type { createFaultList } from "./faults/fault-list.ts";
import type { FaultResponse, FaultRule } from "./faults/fault-rule.ts";
import { type Exchange, type Outcome, sendResponse } from "./faults/responder.ts";
import type { createRequestLog } from "./request-log.ts";
import { findRoute } from "./routes.ts";
import type { StoreQuery, StoreRoute, Subject, UpstreamRequest } from "./store-route.ts";

type Deps = {
  readonly catalogue: Catalogue;
  readonly faults: ReturnType<typeof createFaultList>;
  readonly requests: ReturnType<typeof createRequestLog>;
  readonly day: () => number;
  readonly latencyMs: number;
  readonly now: () => number;
};

const MISDIRECTED = 421;

/** Serves every known store address, and returns 421 for all others, so that no request goes unnoticed. */
export function serveStores(deps: Deps): (request: UpstreamRequest, response: ServerResponse) => void {
  function serveRoute(route: StoreRoute, request: UpstreamRequest, response: ServerResponse): void {
    const { catalogue, day } = deps;
    const subject = route.subject(request);
    const rule = deps.faults.take({ platform: route.platform, kind: route.kind, request, subject });
    const query = { catalogue, day: day(), request, subject };
    const reply = (changed: Partial<StoreQuery> = {}) => route.reply({ ...query, ...changed });

    const respond = () => {
      if (response.destroyed) return;
      const { status } =
        rule?.respond === undefined
          ? sendResponse(response, reply())
          : respondWithFault(rule.respond, { response, now: deps.now, query, reply });
      log(deps, { request, route, subject, rule, status });
    };
    const delay = deps.latencyMs + (rule?.latencyMs ?? 0);
    if (delay > 0) setTimeout(respond, delay).unref();
    else respond();
  }

  return (request, response) => {
    const route = findRoute(request);
    if (route !== undefined) {
      serveRoute(route, request, response);
      return;
    }
    sendResponse(response, { status: MISDIRECTED, headers: {}, body: "no store has this address" });
    log(deps, { request, status: MISDIRECTED });
  };
}

function respondWithFault(fault: FaultResponse, exchange: Exchange): Outcome {
  const { response, query, reply } = exchange;
  if (typeof fault === "string") return responders[fault](exchange);
  if ("daysBack" in fault) return sendResponse(response, reply({ day: query.day - fault.daysBack }));
  return sendResponse(response, { status: fault.status, headers: fault.headers ?? {}, body: fault.body ?? "" });
}

function log(
  { requests, now }: Deps,
  entry: {
    request: UpstreamRequest;
    status: number | null;
    route?: StoreRoute;
    subject?: Subject;
    rule?: FaultRule | undefined;
  },
): void {
  const { request, route, subject, rule, status } = entry;
  requests.add({
    at: now(),
    platform: route?.platform ?? null,
    kind: route?.kind ?? null,
    method: request.method,
    host: request.host,
    path: request.path,
    query: request.query.toString(),
    appId: subject === undefined || subject.appIds.length === 0 ? null : subject.appIds.join(","),
    country: subject?.country ?? null,
    language: subject?.language ?? null,
    status,
    fault: rule === undefined ? null : faultName(rule.respond),
  });
}

function faultName(fault: FaultResponse | undefined): string {
  if (fault === undefined) return "latency";
  if (typeof fault === "string") return fault;
  return "daysBack" in fault ? "stale" : `status_${fault.status}`;
}
