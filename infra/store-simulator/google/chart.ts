import type { ChartCollection } from "../catalogue/charts.ts";
import { html, type StoreRoute } from "../store-route.ts";
import { at, batchAddress, batchCallOf, batchResponse, calls } from "./batch.ts";
import { card, placeOf, storefrontOf } from "./card.ts";
import { payloadOf } from "./put.ts";

const RPC = "vyAe2";
const ROWS_MAX = 200;
const ALL_CATEGORIES = "APPLICATION";

const collections: ReadonlyMap<unknown, ChartCollection> = new Map([
  ["topselling_free", "top_free"],
  ["topselling_paid", "top_paid"],
  ["topgrossing", "top_grossing"],
]);

export const googleChartRoute: StoreRoute = {
  ...batchAddress,
  kind: "chart",
  accepts: calls(RPC),

  subject: (request) => ({ appIds: [], ...storefrontOf(request) }),

  reply({ catalogue, day, request, subject }) {
    const argument = at(batchCallOf(request)?.argument, 0);
    const [wanted, name] = [at(argument, -1, 1), at(argument, -1, 2)];
    const collection = collections.get(wanted);
    if (collection === undefined || typeof name !== "string") return html(400, "");

    const place = placeOf(subject);
    const category = name === ALL_CATEGORIES ? null : name;
    const rowsWanted = Number(at(argument, 1, 0, 1, 1));
    const rows = catalogue
      .chart({ platform: "android", collection, country: place.country, category, day })
      .slice(0, Math.min(rowsWanted, ROWS_MAX))
      .map((app) => [card(app, place)]);
    const payload = rows.length === 0 ? [[null, null]] : payloadOf([[[0, 1, 0, 28, 0], rows]]);
    return batchResponse(request, RPC, payload);
  },
};
