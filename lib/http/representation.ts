import { gzipSync } from "node:zlib";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";

import { chooseEncoding } from "./accept-encoding.ts";
import type { Contract } from "./contract.ts";
import { isKnown, weakEtag } from "./etag.ts";
import type { SuccessResponse } from "./success-response.ts";

/** For a smaller body, the tag would cost a large part of the savings. */
export const TAGGED_BYTES_MIN = 512;

/** A smaller body fits one packet uncompressed. */
export const COMPRESSED_BYTES_MIN = 2_048;

/** Higher levels take longer than the transfer that they save. */
const GZIP_LEVEL = 5;

/** Clients keep a response, but revalidate it before each use. */
const REVALIDATED = "private, no-cache, must-revalidate";

/** Data of a past day never changes. */
const SETTLED = "private, max-age=86400, must-revalidate";

type Caching = Pick<Contract, "method" | "access" | "caching">;

type RequestHeaders = Readonly<Record<string, string | undefined>>;

export function isCacheable({ method, access, caching }: Caching): boolean {
  return method === "GET" && access === "read" && caching !== "none";
}

/** Returns a success for one client: 304 if it has the body, else the body in an encoding that it accepts. */
export function represent(
  response: SuccessResponse,
  input: {
    readonly contract: Caching & Pick<Contract, "hasSecret">;
    readonly headers: RequestHeaders;
    readonly isSettled: boolean;
  },
): APIGatewayProxyStructuredResultV2 {
  const { body, ...bodiless } = response;
  if (body === undefined) return bodiless;

  const validators = isCacheable(input.contract) ? validatorsOf(body, input.isSettled) : undefined;
  if (validators !== undefined && isKnown(validators.etag, input.headers["if-none-match"])) {
    // The type is set because the gateway would otherwise add one, which caches would store.
    return { statusCode: 304, headers: { ...response.headers, ...validators } };
  }
  const whole = { ...bodiless, headers: { ...response.headers, ...validators }, body };
  // The size of a compressed secret would depend on the rest of the body.
  return input.contract.hasSecret ? whole : encode(whole, input.headers);
}

function validatorsOf(body: string, isSettled: boolean) {
  if (Buffer.byteLength(body) < TAGGED_BYTES_MIN) return undefined;
  return {
    etag: weakEtag(body),
    "cache-control": isSettled ? SETTLED : REVALIDATED,
    vary: "authorization, accept-encoding",
  };
}

function encode(
  response: SuccessResponse & { readonly body: string },
  headers: RequestHeaders,
): APIGatewayProxyStructuredResultV2 {
  const { body } = response;
  if (Buffer.byteLength(body) < COMPRESSED_BYTES_MIN) return response;
  const varying = { vary: "accept-encoding", ...response.headers };
  if (chooseEncoding(headers["accept-encoding"], ["gzip"]) === "identity") return { ...response, headers: varying };
  return {
    ...response,
    headers: { ...varying, "content-encoding": "gzip" },
    body: gzipSync(body, { level: GZIP_LEVEL }).toString("base64"),
    isBase64Encoded: true,
  };
}
