import { chartQuery } from "../../contracts/android.ts";
import { defineRoute } from "../../http/route.ts";
import type { PlayStore } from "../store/play-store.ts";
import { shapeChartEntry } from "../store/shape-chart-entry.ts";

export const showChartRoute = defineRoute({
  path: "/charts",
  query: chartQuery,
  handle: async (store: PlayStore, request, call) => {
    const rows = await store.readChart(request, call);
    return { results: rows.map(shapeChartEntry) };
  },
});
