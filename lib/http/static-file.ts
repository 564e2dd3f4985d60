import { brotliDecompressSync } from "node:zlib";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

import { transportHeaders } from "./encrypted-transport.ts";
import { chooseEncoding, isKnown } from "./representation.ts";

export type StaticFile = {
  readonly contentType: string;
  /** True if its name changes with its content, so that clients may cache it forever. */
  readonly isHashed: boolean;
  readonly digest: string;
  readonly br: string;
  readonly gzip: string;
};

type Encoding = "br" | "gzip" | "identity";

/** Allows only the page's own files, images of the named origins, and inline images in a style sheet. */
export function contentSecurityPolicy(
  allowed: {
    readonly images?: readonly string[];
    readonly isTrustedTypesOnly?: boolean;
    /** True if the page's script makes the default policy, by which it allows some text. */
    readonly hasDefaultPolicy?: boolean;
  } = {},
): string {
  const trustedTypes = allowed.hasDefaultPolicy === true ? "trusted-types default" : "trusted-types 'none'";
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    ["img-src 'self' data:", ...(allowed.images ?? [])].join(" "),
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // In browsers that know trusted types, no script can make markup or code from text.
    ...(allowed.isTrustedTypesOnly === true ? ["require-trusted-types-for 'script'", trustedTypes] : []),
  ].join("; ");
}

const OWN_FILES_ONLY = contentSecurityPolicy();

const headersOfEveryFile = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  vary: "accept-encoding",
};

/** A client that opened the page in a window of its own waits for that window to return to it. */
export const staysWithOpener = { "cross-origin-opener-policy": "unsafe-none" };

/** Returns 200 with the file in an accepted encoding, without it for HEAD, or 304 if the client has it. */
export function staticResponse(
  file: StaticFile,
  { headers, requestContext }: Pick<APIGatewayProxyEventV2, "headers" | "requestContext">,
  policy = OWN_FILES_ONLY,
): APIGatewayProxyStructuredResultV2 {
  const encoding = chooseEncoding(headers["accept-encoding"], ["br", "gzip"]);
  const etag = `"${file.digest}-${encoding}"`;
  const shared = {
    ...headersOfEveryFile,
    ...transportHeaders(headers),
    "content-security-policy": policy,
    etag,
    "cache-control": file.isHashed ? "public, max-age=31536000, immutable" : "no-cache",
  };
  if (isKnown(etag, headers["if-none-match"])) return { statusCode: 304, headers: shared };
  return {
    statusCode: 200,
    headers: {
      ...shared,
      "content-type": file.contentType,
      ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
    },
    ...(requestContext.http.method === "HEAD" ? {} : { body: contentOf(file, encoding), isBase64Encoded: true }),
  };
}

function contentOf(file: StaticFile, encoding: Encoding): string {
  if (encoding !== "identity") return file[encoding];
  return brotliDecompressSync(Buffer.from(file.br, "base64")).toString("base64");
}
