import { createCallApi } from "../canary/api-call.ts";
import type { VisitApiDependencies } from "../canary/visit-api.ts";
import { systemClock } from "../runtime/clock.ts";
import { lazy } from "../runtime/lazy.ts";
import { createLogger } from "../runtime/log.ts";
import { readCredentials } from "./credentials.ts";
import { canaryEnvironment, parseEnvironment } from "./environment.ts";

export const canaryDependencies = /* @__PURE__ */ lazy((): VisitApiDependencies => {
  const environment = parseEnvironment(canaryEnvironment());
  return {
    call: createCallApi(environment.API_URL),
    log: createLogger(environment),
    now: systemClock(),
    credentials: () => readCredentials(environment.CANARY_SECRET_ARN),
    searchHour: environment.SEARCH_HOUR,
  };
});
