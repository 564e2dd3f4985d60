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
