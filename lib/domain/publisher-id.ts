import type { Platform } from "./platform.ts";

/**
 * The id of a publisher. iOS: the digits of the artist. Android: the store's name, spaces as `+`, and `+ % / ? # \`
 * inside the name percent-encoded, so that it survives a path whose only decoding is the gateway's.
 */
export const PUBLISHER_ID_LENGTH_MAX = 255;

/** The id that a path means, decoded once: a client may leave the spaces of a name as they are. */
export function canonicalPublisherId(segment: string): string {
  return segment.replaceAll(" ", "+");
}

/** Whether a publisher can have this id. Nothing else is looked for, nor asked of a store. */
export function isPublisherId(platform: Platform, id: string): boolean {
  return platform === "ios" ? /^\d{1,19}$/.test(id) : isAndroidPublisherId(id);
}

/** A dot segment has no address of its own: every URL parser resolves it away. */
function isAndroidPublisherId(id: string): boolean {
  const isBlank = id.trim() === "";
  return !isBlank && id.length <= PUBLISHER_ID_LENGTH_MAX && id !== "." && id !== ".." && isDecodable(id);
}

function isDecodable(id: string): boolean {
  try {
    decodeURIComponent(id);
    return true;
  } catch {
    return false;
  }
}
