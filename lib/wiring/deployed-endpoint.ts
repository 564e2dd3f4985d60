import type { EdgeDependencies } from "../http/admit-request.ts";
import { type Clock, systemClock } from "../runtime/clock.ts";
import { lazy } from "../runtime/lazy.ts";
import { createLogger } from "../runtime/log.ts";
import { connectDatabase } from "./database.ts";
import { type EndpointEnvironment, endpointEnvironment, parseEnvironment } from "./environment.ts";

/** Dependencies of every endpoint. They are built with the first request of an environment. */
export type EndpointDependencies = EdgeDependencies & { readonly now: Clock };

export const endpointDependencies = /* @__PURE__ */ lazy(() =>
  sharedDependencies(parseEnvironment(endpointEnvironment())),
);

export function sharedDependencies(environment: EndpointEnvironment): EndpointDependencies {
  return {
    db: connectDatabase(environment).db,
    log: createLogger(environment),
    requestsPerMinute: environment.API_SETTINGS.rateLimitPerMinute,
    now: systemClock(environment.CLOCK_OFFSET_MS),
  };
}
