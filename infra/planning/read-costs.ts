import type { Platform } from "../../lib/domain/platform.ts";
import { callCosts, itemCosts } from "../../lib/domain/request-costs.ts";
import type { RequestCosts } from "../../lib/domain/store-hosts.ts";

/** What a scheduled sync requests of an app of which the store's sweep, or an earlier sync, has read the rest. */
export const laterCosts = {
  ios: { identity: callCosts.ios.fetchIdentity, page: itemCosts.ios, stars: itemCosts.ios },
  android: { identity: callCosts.android.fetchIdentity, page: itemCosts.android, stars: itemCosts.android },
} as const satisfies Record<Platform, Record<"identity" | "page" | "stars", RequestCosts>>;
