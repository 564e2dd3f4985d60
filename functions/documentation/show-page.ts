import { createDocumentationPage } from "../../lib/http/documentation-page.ts";
import { createFallback } from "../../lib/http/fallback.ts";
import { documentationPageRoutes } from "../endpoints.ts";
import { page } from "./page-assets.ts";

export const handler = createDocumentationPage(page, createFallback(documentationPageRoutes));
