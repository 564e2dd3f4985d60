import type { Platform } from "./platform.ts";

/**
 * The id of a publisher. iOS: the digits of the artist. Android: the store's name, spaces as `+`, and `+ % / ? # \`
 * inside the name percent-encoded. A path may hold it as it is or encoded once more.
 */
export const PUBLISHER_ID_LENGTH_MAX = 255;

/** Returns what the gateway's decoding left of an id: a client may leave the spaces of a name as they are. */
export function canonicalPublisherId(segment: string): string {
  return segment.replaceAll(" ", "+");
}

/** Returns whether a path may name a publisher by this. Nothing else is looked for. */
export function isPublisherId(platform: Platform, id: string): boolean {
  return platform === "ios" ? /^\d{1,19}$/.test(id) : isAndroidPublisherId(id);
}

/** A dot segment has no address of its own: every URL parser resolves it away. */
function isAndroidPublisherId(id: string): boolean {
  const isBlank = id.trim() === "";
  return !isBlank && id.length <= PUBLISHER_ID_LENGTH_MAX && id !== "." && id !== "..";
}

/** Ids that one import may name. */
export const IMPORT_MAX = 50;

/** Apps that the detail of a publisher lists at most. */
export const PUBLISHER_APPS_MAX = 200;
