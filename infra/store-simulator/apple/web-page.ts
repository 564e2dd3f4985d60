import { html, type StoreResponse, type StoreRoute } from "../store-route.ts";

export function webPage({
  locale,
  intent,
  data,
  markup = "",
}: {
  readonly locale: string;
  readonly intent: string;
  readonly data: object;
  /** Elements that the page has before its scripts run. */
  readonly markup?: string;
}): StoreResponse {
  const serialized = JSON.stringify({ data: [{ intent: { $kind: intent }, data }] });
  return html(
    200,
    [
      `<!DOCTYPE html><html lang="${locale}"><head><meta charset="utf-8"><title>App Store</title></head><body>`,
      `<div id="app">${markup}</div><script type="application/json" id="serialized-server-data">`,
      serialized.replaceAll("<", "\\u003c"),
      "</script></body></html>",
    ].join(""),
  );
}

export const notFoundPage = html(
  404,
  "<!DOCTYPE html><html><head><title>App Store</title></head>" +
    "<body><h1>The page you’re looking for can’t be found.</h1></body></html>",
);

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

export function iconTemplate(iconUrl: string): { readonly template: string } {
  return { template: iconUrl.replace("512x512bb.png", "{w}x{h}{c}.{f}") };
}
