import type { Platform } from "../../../format/app-path.ts";

/** Returns the storefronts that can be plotted: on Google Play, ratings are the same in all countries. */
export function plottedCountries(platform: Platform, chosen: readonly string[]): readonly string[] {
  return platform === "ios" ? chosen : [];
}
