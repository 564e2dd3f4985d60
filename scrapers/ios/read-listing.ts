import { unusable } from "../http/check-record.ts";
import type { Call } from "../http/route.ts";
import type { AppStore } from "./store/app-store.ts";
import type { Storefront } from "./store/look-up.ts";
import { shapeFacts } from "./store/shape-facts.ts";
import { shapeListing } from "./store/shape-records.ts";

/** A listing in another language than the requested one would be stored as a change of every text. */
export async function readListing(store: AppStore, storefront: Storefront, hasFacts: boolean, call: Call) {
  const { app, isCurrent, isInLanguage } = await store.lookUp(storefront, call);
  if (!isInLanguage) throw unusable(new Error("the store has rejected the language"));
  const page = await store.readPage(storefront, app, call);
  const listing = shapeListing(storefront, app, page);
  if (!hasFacts) return listing;
  return { ...listing, ...page.shown, facts: { ...(isCurrent && shapeFacts(app)), ...page.shown.facts } };
}
