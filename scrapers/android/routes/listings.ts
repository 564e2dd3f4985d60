import { appIdSchema, listingsLocalesQuery, listingsQuery } from "../../contracts/android.ts";
import { type Call, defineRoute } from "../../http/route.ts";
import { settleItems } from "../../http/settle-items.ts";
import type { PlayStore, Storefront } from "../store/play-store.ts";
import { shapeListing } from "../store/shape-records.ts";

export const showListingRoute = defineRoute({
  path: "/apps/:appId/listings",
  query: listingsQuery.extend({ appId: appIdSchema }),
  handle: (store: PlayStore, storefront, call) => readListing(store, storefront, call),
});

export const listListingsRoute = defineRoute({
  path: "/apps/:appId/listings/locales",
  query: listingsLocalesQuery.extend({ appId: appIdSchema }),
  handle: async (store: PlayStore, { appId, locales }, call) => {
    const items = await settleItems(locales, call, async ({ country, locale }) => ({
      listing: await readListing(store, { appId, country, locale }, call),
    }));
    return { listings: items.map(({ item, settled }) => ({ ...item, ...settled })) };
  },
});

async function readListing(store: PlayStore, storefront: Storefront, call: Call) {
  return shapeListing(storefront, await store.readApp(storefront, call));
}
