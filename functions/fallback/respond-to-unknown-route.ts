import { createFallback } from "../../lib/http/fallback.ts";
import { documentationSetting, parseEnvironment } from "../../lib/runtime/environment.ts";
import { documentationEndpoints, documentationPageRoutes, endpoints } from "../endpoints.ts";

const isDocumented = parseEnvironment(documentationSetting).DOCUMENTATION === "on";

export const handler = createFallback([
  ...endpoints.map(({ contract }) => contract),
  ...(isDocumented ? [...documentationPageRoutes, ...documentationEndpoints.map(({ contract }) => contract)] : []),
]);
