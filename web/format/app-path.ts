export type Platform = "ios" | "android";

/** Returns the path of an app's page below the dashboard. */
export function appPath(platform: Platform, externalId: string): string {
  return `/apps/${platform}/${encodeURIComponent(externalId)}`;
}

/** Returns the path of a publisher's page below the dashboard. */
export function publisherPath(platform: Platform, externalId: string): string {
  return `/publishers/${platform}/${encodeURIComponent(externalId)}`;
}

export const storeNames: Readonly<Record<Platform, string>> = { ios: "App Store", android: "Google Play" };

type StoreApp = { readonly platform: Platform; readonly external_id: string; readonly origin_country_code: string };

/** Returns the address of an app's page in its store, as the storefront shows it in which the app was first found. */
export function storeAddress({ platform, external_id: externalId, origin_country_code: country }: StoreApp): string {
  const id = encodeURIComponent(externalId);
  if (platform === "ios") return `https://apps.apple.com/${country}/app/id${id}`;
  return `https://play.google.com/store/apps/details?id=${id}&gl=${country.toUpperCase()}`;
}
