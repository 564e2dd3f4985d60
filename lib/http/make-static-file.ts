import { createHash } from "node:crypto";
import { extname } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import type { StaticFile } from "./static-file.ts";

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};

const BROTLI_QUALITY = 9;
const { BROTLI_MIN_WINDOW_BITS, BROTLI_DEFAULT_WINDOW } = constants;

/** Returns a file that clients revalidate. It compresses the content, so functions are bundled with the result. */
export function makeStaticFile(name: string, content: Uint8Array): StaticFile {
  const contentType = contentTypes[extname(name)];
  if (contentType === undefined) throw new TypeError(`No content type is known for ${name}.`);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: windowBits(content.length),
  };
  return {
    contentType,
    isHashed: false,
    digest: digestOf(content),
    br: brotliCompressSync(content, { params }).toString("base64"),
    gzip: gzipSync(content, { level: constants.Z_BEST_COMPRESSION }).toString("base64"),
  };
}

/**
 * Brotli clears tables of the size of its window, for which a small file would wait 40 ms. A window holds 16 bytes less
 * than its power of two (RFC 7932, 9.1).
 */
function windowBits(size: number): number {
  return Math.min(BROTLI_DEFAULT_WINDOW, Math.max(BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(size + 16))));
}

export function makeHashedFile(name: string, content: Uint8Array): StaticFile {
  return { ...makeStaticFile(name, content), isHashed: true };
}

export function digestOf(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 16);
}
