import type { Platform } from "../../format/app-path.ts";

export type PublisherParams = { readonly platform: Platform; readonly external_id: string };

/**
 * Returns the publisher of a path. The router does not decode delimiters. An id of Google Play may contain them as they
 * are or encoded, so it is decoded here, once.
 */
export function publisherOfPath(path: string): PublisherParams {
  const [platform, id = ""] = path.split("/").slice(-2);
  return { platform: platform === "android" ? "android" : "ios", external_id: decode(id) };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return segment;
    throw error;
  }
}
