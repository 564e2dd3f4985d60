import type { StoreResponse, UpstreamRequest } from "../store-route.ts";
import { readPictureAddress } from "./addresses.ts";
import { drawIcon } from "./icon.ts";
import { drawScreenshot } from "./screenshot.ts";

export const PICTURES_PREFIX = "/__pictures/";

/** The address of a picture names its revision, so its content never changes. */
const cached = "public, max-age=31536000, immutable";

export function pictureReply({ method, path }: Pick<UpstreamRequest, "method" | "path">): StoreResponse {
  const picture = method === "GET" ? readPictureAddress(path.slice(PICTURES_PREFIX.length)) : undefined;
  if (picture === undefined) {
    return {
      status: 404,
      headers: { "content-type": "text/plain; charset=utf-8" },
      body: "no picture has this address",
    };
  }
  return {
    status: 200,
    headers: {
      "content-type": "image/svg+xml",
      "cache-control": cached,
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    },
    body: picture.kind === "icon" ? drawIcon(picture) : drawScreenshot(picture),
  };
}
