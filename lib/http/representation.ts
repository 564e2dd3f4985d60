import { hash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";

import type { Contract } from "./contract.ts";
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

const FIVE_MINUTES = "private, max-age=300";

type Caching = Pick<Contract, "method" | "access" | "caching">;

type RequestHeaders = Readonly<Record<string, string | undefined>>;

export function isCacheable({ method, access, caching }: Caching): boolean {
  return method === "GET" && (access === "read" || access === "feed") && caching !== "none";
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

  const validators = isCacheable(input.contract) ? validatorsOf(body, input) : undefined;
  if (validators !== undefined && isKnown(validators.etag, input.headers["if-none-match"])) {
    // The type is set because the gateway would otherwise add one, which caches would store.
    return { statusCode: 304, headers: { ...response.headers, ...validators } };
  }
  const whole = { ...bodiless, headers: { ...response.headers, ...validators }, body };
  // The size of a compressed secret would depend on the rest of the body.
  return input.contract.hasSecret ? whole : encode(whole, input.headers);
}

function validatorsOf(body: string, { contract, isSettled }: { contract: Caching; isSettled: boolean }) {
  const isKept = contract.caching === "minutes";
  if (!isKept && Buffer.byteLength(body) < TAGGED_BYTES_MIN) return undefined;
  return {
    etag: weakEtag(body),
    "cache-control": isKept ? FIVE_MINUTES : isSettled ? SETTLED : REVALIDATED,
    vary: "authorization, accept-encoding",
  };
}

/** 132 bits, so that two bodies of one address never share a tag. */
const DIGEST_CHARACTERS = 22;

/** Returns the tag of a body. It is weak, because each encoding of the body has other bytes. */
export function weakEtag(body: string): string {
  return `W/"${hash("sha256", body, "base64url").slice(0, DIGEST_CHARACTERS)}"`;
}

/** RFC 9110, 8.8.3. A comma inside the quotes belongs to the tag. */
const entityTag = /(?:W\/)?("[\x21\x23-\x7e\x80-\u{10ffff}]*")/gu;

/** Returns whether If-None-Match contains the tag. RFC 9110, 13.1.2: a list or a star, compared without weak marks. */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const known = [...ifNoneMatch.matchAll(entityTag)].map(([, opaque]) => opaque);
  return known.includes(etag.replace(/^W\//, ""));
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

const zeroWeight = /^q=0(?:\.0*)?$/;

/** Returns the first of the codings that Accept-Encoding (RFC 9110, 12.5.3) allows; `identity` if it allows none. */
export function chooseEncoding<const Coding extends string>(
  accepted: string | undefined,
  codings: readonly Coding[],
): Coding | "identity" {
  const weights = new Map((accepted ?? "").split(",").map(readOffer));
  const allowsOthers = weights.get("*") ?? false;
  return codings.find((coding) => weights.get(coding) ?? allowsOthers) ?? "identity";
}

function readOffer(offer: string): [coding: string, isAllowed: boolean] {
  const [coding = "", ...parameters] = offer.split(";").map((part) => part.trim().toLowerCase());
  return [coding, !parameters.some((parameter) => zeroWeight.test(parameter))];
}
