import { gzipSync } from "node:zlib";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";

import { chooseEncoding } from "./accept-encoding.ts";
import type { Contract } from "./contract.ts";
import { isKnown, weakEtag } from "./etag.ts";
import type { SuccessResponse } from "./success-response.ts";

/** The tag of a smaller body would be a good part of what it saves. */
export const TAGGED_BYTES_MIN = 512;

/** A smaller body fits one packet as it is. */
export const COMPRESSED_BYTES_MIN = 2_048;

/** Higher levels take longer than the transfer that they save. */
const GZIP_LEVEL = 5;

/** Clients keep a response, and use it only after the service has said that it is still the same. */
const REVALIDATED = "private, no-cache, must-revalidate";

/** What is of a day that is over stays the same. */
const SETTLED = "private, max-age=86400, must-revalidate";

type Caching = Pick<Contract, "method" | "access" | "caching">;

type RequestHeaders = Readonly<Record<string, string | undefined>>;

/** Returns whether clients may keep what an operation returns and request it with its ETag. */
export function isCacheable({ method, access, caching }: Caching): boolean {
  return method === "GET" && access === "read" && caching !== "none";
}

/** Returns a success as one client gets it: 304 if it has the body, else the body in an encoding that it accepts. */
export function represent(
  response: SuccessResponse,
  input: {
    readonly contract: Caching & Pick<Contract, "hasSecret">;
    readonly headers: RequestHeaders;
    /** Says whether the body will stay the same. */
    readonly isSettled: boolean;
  },
): APIGatewayProxyStructuredResultV2 {
  const { body, ...bodiless } = response;
  if (body === undefined) return bodiless;

  const validators = isCacheable(input.contract) ? validatorsOf(body, input.isSettled) : undefined;
  if (validators !== undefined && isKnown(validators.etag, input.headers["if-none-match"])) {
    // With its type: the gateway names one where the function does not, and caches would take that over.
    return { statusCode: 304, headers: { ...response.headers, ...validators } };
  }
  const whole = { ...bodiless, headers: { ...response.headers, ...validators }, body };
  // The size of a compressed secret would depend on what else is in the body.
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
