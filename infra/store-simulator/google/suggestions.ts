import type { StoreRoute } from "../store-route.ts";
import { at, batchAddress, batchCallOf, batchResponse, calls } from "./batch.ts";
import { placeOf, storefrontOf } from "./storefront.ts";

const RPC = "IJ4APc";
const SUGGESTIONS_MAX = 5;

export const suggestionsRoute: StoreRoute = {
  ...batchAddress,
  kind: "suggestions",
  accepts: calls(RPC),

  subject: (request) => ({ appIds: [], ...storefrontOf(request) }),

  reply({ catalogue, day, request, subject }) {
    const typed = at(batchCallOf(request)?.argument, 0, 1, 0);
    const term = typeof typed === "string" ? typed : "";
    const { country } = placeOf(subject);
    const terms = catalogue.suggestions({ platform: "android", term, country, day, limit: SUGGESTIONS_MAX });
    const rows = terms.map((suggestion) => [suggestion, null, [1]]);
    return batchResponse(request, RPC, rows.length === 0 ? null : [[rows]]);
  },
};
