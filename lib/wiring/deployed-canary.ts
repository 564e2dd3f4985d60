import type * as z from "zod";

import { createCallApi } from "../canary/api-call.ts";
import type { ProbeApiDependencies } from "../canary/probe-api.ts";
import type { VisitApiDependencies } from "../canary/visit-api.ts";
import { systemClock } from "../runtime/clock.ts";
import { lazy } from "../runtime/lazy.ts";
import { createLogger } from "../runtime/log.ts";
import { readCredentials } from "./credentials.ts";
import { canaryEnvironment, parseEnvironment, probeEnvironment } from "./environment.ts";

/** For the canary, which uses the API as a client does. */
export const canaryDependencies = /* @__PURE__ */ lazy((): VisitApiDependencies => {
  const environment = parseEnvironment(canaryEnvironment());
  return { ...clientOf(environment), searchHour: environment.SEARCH_HOUR };
});

/** For the probe, which sends one request. */
export const probeDependencies = /* @__PURE__ */ lazy(
  (): ProbeApiDependencies => ({ ...clientOf(parseEnvironment(probeEnvironment())), kept: {} }),
);

function clientOf(environment: z.infer<ReturnType<typeof probeEnvironment>>) {
  return {
    call: createCallApi(environment.API_URL),
    log: createLogger(environment),
    now: systemClock(),
    credentials: () => readCredentials(environment.CANARY_SECRET_ARN),
  };
}
