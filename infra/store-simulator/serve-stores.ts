import type { ServerResponse } from "node:http";

import type { Catalogue } from "./catalogue/catalogue.ts";
import { responders } from "./faults/fault-kinds.ts";
import type { createFaultList } from "./faults/fault-list.ts";
import type { FaultResponse } from "./faults/fault-rule.ts";
import { type Exchange, type Outcome, sendResponse } from "./faults/responder.ts";
import type { createLimitList } from "./limits/limit-list.ts";
import type { createRequestLog, LoggedRequest } from "./request-log.ts";
import { type CachedResponse, createResponseCache, type ResponseCache } from "./response-cache.ts";
import { findRoute } from "./routes.ts";
import type { StoreClock } from "./store-clock.ts";
import type { StoreQuery, StoreRoute, UpstreamRequest } from "./store-route.ts";

type Deps = {
  readonly catalogue: Catalogue;
  readonly faults: ReturnType<typeof createFaultList>;
  readonly limits: ReturnType<typeof createLimitList>;
  readonly requests: ReturnType<typeof createRequestLog>;
  readonly clock: StoreClock;
  readonly latencyMs: number;
  readonly now: () => number;
};

const MISDIRECTED = 421;

/** Serves every known store address. Returns 421 for all others, so that no request goes unnoticed. */
export function serveStores(deps: Deps): (request: UpstreamRequest, response: ServerResponse) => void {
  const cache = createResponseCache({ clock: deps.clock, revision: deps.catalogue.revision });

  function serveRoute(route: StoreRoute, request: UpstreamRequest, response: ServerResponse): void {
    const { platform, kind } = route;
    const subject = route.subject(request);
    const rejection = deps.limits.reject(request.host, kind);
    const rule = rejection ? undefined : deps.faults.take({ platform, kind, request, subject });
    const query = { catalogue: deps.catalogue, day: deps.clock.day(), request, subject };
    const reply = (changed: Partial<StoreQuery> = {}) => route.reply({ ...query, ...changed });

    function send(): Pick<LoggedRequest, "status" | "fault" | "isCached"> {
      if (rejection) {
        return { ...sendResponse(response, rejection.response), fault: rejection.name, isCached: false };
      }
      if (rule?.respond !== undefined) {
        const outcome = respondWithFault(rule.respond, { response, now: deps.now, query, reply });
        return { ...outcome, fault: faultName(rule.respond), isCached: false };
      }
      const { response: usual, isCached } = usualResponse(cache, { route, request, reply });
      return { ...sendResponse(response, usual), fault: rule === undefined ? null : "latency", isCached };
    }

    const respond = () => {
      if (response.destroyed) return;
      const { appIds, country, language } = subject;
      const appId = appIds.length === 0 ? null : appIds.join(",");
      deps.requests.add({ ...logged(request, deps.now), platform, kind, appId, country, language, ...send() });
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
    deps.requests.add({ ...logged(request, deps.now), ...ofNoStore, status: MISDIRECTED });
  };
}

const ofNoStore = {
  platform: null,
  kind: null,
  appId: null,
  country: null,
  language: null,
  fault: null,
  isCached: false,
} as const;

function usualResponse(
  cache: ResponseCache,
  { route, request, reply }: { route: StoreRoute; request: UpstreamRequest; reply: Exchange["reply"] },
): CachedResponse {
  const { maxAgeSeconds } = route;
  if (maxAgeSeconds === undefined) return { response: reply(), isCached: false };
  return cache.respond({ request, maxAgeSeconds, make: (day) => reply({ day }) });
}

function respondWithFault(fault: FaultResponse, exchange: Exchange): Outcome {
  const { response, query, reply } = exchange;
  if (typeof fault === "string") return responders[fault](exchange);
  if ("storefront" in fault) {
    return sendResponse(response, reply({ subject: { ...query.subject, country: fault.storefront } }));
  }
  if ("daysBack" in fault) return sendResponse(response, reply({ day: query.day - fault.daysBack }));
  return sendResponse(response, { status: fault.status, headers: fault.headers ?? {}, body: fault.body ?? "" });
}

function logged(request: UpstreamRequest, now: () => number) {
  const { method, host, path, query } = request;
  return { at: now(), method, host, path, query: query.toString() };
}

function faultName(fault: FaultResponse): string {
  if (typeof fault === "string") return fault;
  if ("storefront" in fault) return "other_storefront";
  return "daysBack" in fault ? "stale" : `status_${fault.status}`;
}
