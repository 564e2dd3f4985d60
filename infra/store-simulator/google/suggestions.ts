import { html, type StoreRoute } from "../store-route.ts";
import { at, batchAddress, batchCallOf, batchResponse, calls } from "./batch.ts";
import { placeOf, storefrontOf } from "./card.ts";

const RPC = "IJ4APc";
const TERMS_MAX = 5;

export const googleSuggestionsRoute: StoreRoute = {
  ...batchAddress,
  kind: "suggestions",
  accepts: calls(RPC),

  subject: (request) => ({ appIds: [], ...storefrontOf(request) }),

  reply({ catalogue, day, request, subject }) {
    const term = at(batchCallOf(request)?.argument, 0, 1, 0);
    if (typeof term !== "string") return html(400, "");

    const limit = TERMS_MAX;
    const terms = catalogue.suggest({ platform: "android", term, ...placeOf(subject), day, limit });
    return batchResponse(request, RPC, terms.length === 0 ? null : [[terms.map((each) => [each])]]);
  },
};
