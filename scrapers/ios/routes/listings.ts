import { appIdSchema, listingsLocalesQuery, storefrontQuery } from "../../contracts/ios.ts";
import { unusable } from "../../http/check-record.ts";
import { type Call, defineRoute } from "../../http/route.ts";
import { settleItems } from "../../http/settle-items.ts";
import type { AppStore } from "../store/app-store.ts";
import type { Storefront } from "../store/look-up.ts";
import { shapeListing } from "../store/shape-listing.ts";

export const showListingRoute = defineRoute({
  path: "/apps/:appId/listings",
  query: storefrontQuery.extend({ appId: appIdSchema }),
  handle: (store: AppStore, { appId, country, lang }, call) => readListing(store, { appId, country, lang }, call),
});

/** An item asked for without a language, and not found, goes by its country's code. */
export const listListingsRoute = defineRoute({
  path: "/apps/:appId/listings/locales",
  query: listingsLocalesQuery.extend({ appId: appIdSchema }),
  handle: async (store: AppStore, { appId, countries }, call) => {
    const items = await settleItems(countries, call, async ({ country, locale }) => {
      const listing = await readListing(store, { appId, country, lang: locale ?? undefined }, call);
      return { locale: listing.locale, listing };
    });
    return {
      listings: items.map(({ item, settled }) => ({
        country: item.country,
        locale: item.locale ?? item.country,
        ...settled,
      })),
    };
  },
});

/** A listing in another language than the one asked for would be stored as a change of every text. */
async function readListing(store: AppStore, storefront: Storefront, call: Call) {
  const { app, isInLanguage } = await store.lookUp(storefront, call);
  if (!isInLanguage) throw unusable(new Error("the store has rejected the language"));
  const page = await store.readPage(storefront, app, call);
  return shapeListing(storefront, app, page);
}
