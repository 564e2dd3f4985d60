export type Platform = "ios" | "android";

export function appPath(platform: Platform, externalId: string): string {
  return `/apps/${platform}/${encodeURIComponent(externalId)}`;
}

/** The tabs of an app that other screens link to, each by the last part of its address. */
export const appTabPaths = {
  listing: "listing",
  changes: "changes",
  ratings: "ratings",
  rankings: "rankings",
  storefronts: "storefronts",
  keywords: "keywords",
  competitors: "competitors",
} as const;

export type AppTabName = keyof typeof appTabPaths;

type AppId = { readonly platform: Platform; readonly external_id: string };

/** Returns the address of a tab of an app. `search` chooses what the tab shows. */
export function appTabPath(app: AppId, tab: AppTabName, search: Readonly<Record<string, string>> = {}): string {
  const path = `${appPath(app.platform, app.external_id)}/${appTabPaths[tab]}`;
  const query = new URLSearchParams(search).toString();
  return query === "" ? path : `${path}?${query}`;
}

export function publisherPath(platform: Platform, externalId: string): string {
  return `/publishers/${platform}/${encodeURIComponent(externalId)}`;
}

export const storeNames: Readonly<Record<Platform, string>> = { ios: "App Store", android: "Google Play" };

type StoreApp = { readonly platform: Platform; readonly external_id: string; readonly origin_country_code: string };

export function storeAddress({ platform, external_id: externalId, origin_country_code: country }: StoreApp): string {
  const id = encodeURIComponent(externalId);
  if (platform === "ios") return `https://apps.apple.com/${country}/app/id${id}`;
  return `https://play.google.com/store/apps/details?id=${id}&gl=${country.toUpperCase()}`;
}
