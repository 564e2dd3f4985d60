/** The parts of the scope that a screen shows and follows. The others stay in the address. */
export type ScopeParts = {
  /** If true, the screen shows one of the three groups of apps. */
  readonly hasSides?: boolean;
  /** The screen shows this if no country is chosen. */
  readonly where?: string;
  /** The screen shows this if no days are chosen. */
  readonly when?: string;
  readonly isCompared?: boolean;
  /** If true, tags filter the apps of the screen. */
  readonly hasTags?: boolean;
};

const appsAlone: ScopeParts = {};
const feed = { hasSides: true, hasTags: true, where: "All countries", when: "Any time" };

const screens: readonly (readonly [RegExp, ScopeParts])[] = [
  [/^\/$/, { ...feed, when: "Since your last visit" }],
  [/^\/changes\/[^/]+$/, feed],
  [/^\/apps$/, { where: "Each app’s own", hasTags: true }],
  [/^\/(competitors|publishers)$/, { hasTags: true }],
  [/^\/charts$/, { where: "United States" }],
  [/^\/find(\/publishers)?$/, { where: "United States" }],
  [/^\/apps\/[^/]+\/[^/]+$/, { where: "All countries", when: "Last 90 days", isCompared: true }],
  [/^\/apps\/[^/]+\/[^/]+\/changes$/, { where: "All countries", when: "Any time" }],
  [/^\/apps\/[^/]+\/[^/]+\/listing$/, { where: "The app’s own" }],
  [/^\/apps\/[^/]+\/[^/]+\/storefronts$/, { where: "The app’s own" }],
  [/^\/apps\/[^/]+\/[^/]+\/(ratings|rankings)$/, { when: "Last 90 days" }],
  [/^\/apps\/[^/]+\/[^/]+\/keywords#tracked$/, { where: "All countries", when: "Last 90 days" }],
];

/** Returns the parts for a path below the dashboard, or for a view of it that has parts of its own. */
export function scopePartsOf(path: string, view?: string | null): ScopeParts {
  const partsOf = (address: string) => screens.find(([pattern]) => pattern.test(address))?.[1];
  return (view ? partsOf(`${path}#${view}`) : undefined) ?? partsOf(path) ?? appsAlone;
}

export type AppPath = { readonly platform: "ios" | "android"; readonly externalId: string; readonly tab: string };

/** Returns the app of a path, or undefined if the screen is not of one app. */
export function appOfPath(path: string): AppPath | undefined {
  const [, platform, id, tab = ""] = path.match(/^\/apps\/(ios|android)\/([^/]+)(?:\/([^/]+))?$/) ?? [];
  if ((platform !== "ios" && platform !== "android") || id === undefined) return undefined;
  try {
    return { platform, externalId: decodeURIComponent(id), tab };
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Returns the tab that shows the same for another app as the screen of this path, such as `/changes`. */
export function tabFor(path: string): string {
  const tab = appOfPath(path)?.tab;
  if (tab !== undefined) return tab === "" ? "" : `/${tab}`;
  if (path.startsWith("/changes")) return "/changes";
  return path === "/charts" ? "/rankings" : "";
}
