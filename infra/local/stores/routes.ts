import { appPageRoute } from "./apple/app-page.ts";
import { lookupRoute } from "./apple/lookup.ts";
import { appleSearchRoute } from "./apple/search.ts";
import { detailsRoute } from "./google/details.ts";
import { googleSearchRoute } from "./google/search.ts";
import type { StoreRoute } from "./store-route.ts";

export const routes: readonly StoreRoute[] = [
  lookupRoute,
  appPageRoute,
  appleSearchRoute,
  detailsRoute,
  googleSearchRoute,
];

export function findRoute(request: { readonly method: string; readonly host: string; readonly path: string }) {
  return routes.find(
    (route) => route.host === request.host && route.method === request.method && route.path.test(request.path),
  );
}
