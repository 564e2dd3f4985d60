import { createFallback } from "../../lib/http/fallback.ts";
import { fallbackEnvironment, parseEnvironment } from "../../lib/runtime/environment.ts";
import { documentationEndpoints, documentationPageRoutes, endpoints } from "../endpoints.ts";

const isDocumented = parseEnvironment(fallbackEnvironment()).DOCUMENTATION === "on";

export const handler = createFallback([
  ...endpoints.map(({ contract }) => contract),
  ...(isDocumented ? [...documentationPageRoutes, ...documentationEndpoints.map(({ contract }) => contract)] : []),
]);
