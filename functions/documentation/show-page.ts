import { createDocumentationPage } from "../../lib/http/documentation-page.ts";
import { createFallback } from "../../lib/http/fallback.ts";
import { documentationEndpoints, documentationPageRoutes } from "../endpoints.ts";
import { page } from "./page-assets.ts";

const respondToUnknown = createFallback([
  ...documentationPageRoutes,
  ...documentationEndpoints.map(({ contract }) => contract),
]);

export const handler = createDocumentationPage(page, respondToUnknown);
