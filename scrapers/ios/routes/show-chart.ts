import { chartQuery } from "../../contracts/ios.ts";
import { defineRoute } from "../../http/route.ts";
import type { AppStore } from "../store/app-store.ts";
import { shapeChartEntry } from "../store/shape-chart-entry.ts";

export const showChartRoute = defineRoute({
  path: "/charts",
  query: chartQuery,
  handle: async (store: AppStore, { collection, category, country, num }, call) => {
    const rows = await store.readChart({ collection, category, country, num }, call);
    return { results: rows.map(shapeChartEntry) };
  },
});
