import type { EdgeDependencies } from "../http/admit-request.ts";
import { type Clock, systemClock } from "./clock.ts";
import { connectDatabase } from "./database.ts";
import { type EndpointEnvironment, endpointEnvironment } from "./endpoint-environment.ts";
import { parseEnvironment } from "./environment.ts";
import { createLogger } from "./log.ts";
import { once } from "./once.ts";

/** What every endpoint works with. */
export type EndpointDependencies = EdgeDependencies & { readonly now: Clock };

/** Built with the first request of an environment. */
export const endpointDependencies = once(() => buildEndpointDependencies(parseEnvironment(endpointEnvironment)));

export function buildEndpointDependencies(environment: EndpointEnvironment): EndpointDependencies {
  return {
    db: connectDatabase(environment).db,
    log: createLogger(environment),
    requestsPerMinute: environment.RATE_LIMIT_PER_MINUTE,
    now: systemClock(environment.CLOCK_OFFSET_MS),
  };
}
