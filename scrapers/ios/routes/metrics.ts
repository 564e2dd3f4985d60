import { appIdSchema, metricsCountriesQuery, storefrontQuery } from "../../contracts/ios.ts";
import type { ScraperMetrics } from "../../contracts/records.ts";
import { type Call, defineRoute } from "../../http/route.ts";
import { settleItems } from "../../http/settle-items.ts";
import type { Stars } from "../store/app-page.ts";
import type { AppStore } from "../store/app-store.ts";
import type { Storefront } from "../store/look-up.ts";
import { shapeMetrics } from "../store/shape-records.ts";

export const showMetricsRoute = defineRoute({
  path: "/apps/:appId/metrics",
  query: storefrontQuery.extend({ appId: appIdSchema }),
  handle: (store: AppStore, { appId, country, lang }, call) => readMetrics(store, { appId, country, lang }, call),
});

export const listMetricsRoute = defineRoute({
  path: "/apps/:appId/metrics/countries",
  query: metricsCountriesQuery.extend({ appId: appIdSchema }),
  handle: async (store: AppStore, { appId, countries }, call) => {
    const items = await settleItems(countries, call, async (country) => ({
      metrics: await readMetrics(store, { appId, country, lang: undefined }, call),
    }));
    return { metrics: items.map(({ item: country, settled }) => ({ country, ...settled })) };
  },
});

const noStars: Stars = [0, 0, 0, 0, 0];

async function readMetrics(store: AppStore, storefront: Storefront, call: Call): Promise<ScraperMetrics> {
  const { app } = await store.lookUp(storefront, call);
  if (!app.reviews) return shapeMetrics(app, storefront.country, noStars);
  const page = await store.readPage(storefront, app, call);
  return shapeMetrics(app, storefront.country, page.stars);
}
