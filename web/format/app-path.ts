export type Platform = "ios" | "android";

export function appPath(platform: Platform, externalId: string): string {
  return `/apps/${platform}/${encodeURIComponent(externalId)}`;
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
