import type * as z from "zod";

import { createCallApi } from "../canary/api-call.ts";
import { createAccountBy } from "../canary/create-account.ts";
import type { ProbeApiDependencies } from "../canary/probe-api.ts";
import type { VisitApiDependencies } from "../canary/visit-api.ts";
import { systemClock } from "../runtime/clock.ts";
import { lazy } from "../runtime/lazy.ts";
import { createLogger } from "../runtime/log.ts";
import { readAwsCredentials } from "../stores/signed-transport.ts";
import { readCredentials } from "./credentials.ts";
import { parseEnvironment } from "./environment.ts";
import { canaryEnvironment, probeEnvironment } from "./watching-environment.ts";

export const canaryDependencies = /* @__PURE__ */ lazy((): VisitApiDependencies => {
  const environment = parseEnvironment(canaryEnvironment());
  return { ...clientOf(environment), searchHour: environment.SEARCH_HOUR };
});

export const probeDependencies = /* @__PURE__ */ lazy(
  (): ProbeApiDependencies => ({ ...clientOf(parseEnvironment(probeEnvironment())), kept: {} }),
);

function clientOf(environment: z.infer<ReturnType<typeof probeEnvironment>>) {
  const { AWS_REGION: region = "us-east-1", AWS_ENDPOINT_URL_LAMBDA } = process.env;
  return {
    call: createCallApi(environment.API_URL),
    createAccount: createAccountBy({
      functionName: environment.CREATE_USER_FUNCTION,
      // The local host sets its own address.
      lambdaUrl: AWS_ENDPOINT_URL_LAMBDA ?? `https://lambda.${region}.amazonaws.com`,
      credentials: () => readAwsCredentials(process.env),
      region,
      now: systemClock(),
    }),
    log: createLogger(environment),
    now: systemClock(),
    credentials: () => readCredentials(environment.CANARY_SECRET_ARN),
  };
}
