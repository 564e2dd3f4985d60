import { appIdSchema, countryQuery } from "../../contracts/android.ts";
import { defineRoute } from "../../http/route.ts";
import type { PlayStore } from "../store/play-store.ts";
import { RECORD_LOCALE } from "../store/record-locale.ts";
import { shapeMetrics } from "../store/shape-records.ts";

/** The figures are those of the whole world; price and currency are the country's. */
export const showMetricsRoute = defineRoute({
  path: "/apps/:appId/metrics",
  query: countryQuery.extend({ appId: appIdSchema }),
  handle: async (store: PlayStore, { appId, country }, call) =>
    shapeMetrics(await store.readApp({ appId, country, locale: RECORD_LOCALE }, call), country),
});
