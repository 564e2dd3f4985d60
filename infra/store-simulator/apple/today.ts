import type { StoreRoute } from "../store-route.ts";
import { webPage } from "./web-page.ts";

/** The page of stories. The store redirects clients in mainland China to it, whichever page they request. */
export const todayRoute: StoreRoute = {
  platform: "ios",
  kind: "page",
  method: "GET",
  host: "apps.apple.com",
  path: /^\/cn\/iphone\/today$/,

  subject: ({ query }) => ({ appIds: [], country: "cn", language: query.get("l") }),

  reply: () =>
    webPage({
      locale: "zh-Hans-CN",
      intent: "TodayPageIntent",
      data: { canonicalURL: "https://apps.apple.com/cn/iphone/today", shelves: [] },
    }),
};
