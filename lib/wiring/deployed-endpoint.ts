import { lazy } from "../runtime/lazy.ts";
import { databasePorts } from "./deployed-ports.ts";
import { type EndpointDependencies, wireEndpoint } from "./endpoints.ts";
import { type EndpointEnvironment, endpointEnvironment, parseEnvironment } from "./environment.ts";

export const endpointDependencies = /* @__PURE__ */ lazy(() =>
  sharedDependencies(parseEnvironment(endpointEnvironment())),
);

export function sharedDependencies(environment: EndpointEnvironment): EndpointDependencies {
  return wireEndpoint(databasePorts(environment), { api: environment.API_SETTINGS });
}
