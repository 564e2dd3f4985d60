import { createHash, createHmac, timingSafeEqual } from "node:crypto";

import { type ReceivedRequest, splitTarget } from "./http-event.ts";

const ALGORITHM = "AWS4-HMAC-SHA256";
const CLOCK_SKEW_MS_MAX = 5 * 60_000;
const HEADERS_THAT_MUST_BE_SIGNED = ["host", "x-amz-date"];

export type SignatureRules = {
  readonly region: string;
  readonly service: string;
  /** The secret of an access key id; undefined for a key that may not call. */
  readonly secretOf: (accessKeyId: string) => string | undefined;
  readonly now: () => Date;
  /** Whether the owner of the key has the rights to call. Default: everybody has. */
  readonly isAllowed?: (accessKeyId: string) => boolean;
};

type Authorization = {
  readonly accessKeyId: string;
  readonly date: string;
  readonly scope: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
};

/** Says why AWS would reject a request under Signature Version 4; undefined when the signature is right. */
export function findSignatureFault(request: ReceivedRequest, rules: SignatureRules): string | undefined {
  const authorization = readAuthorization(request.headers.authorization);
  if (!authorization) return "Forbidden";
  if (authorization.scope !== `${authorization.date}/${rules.region}/${rules.service}/aws4_request`) {
    return "Credential should be scoped to a valid region and service.";
  }
  const unsigned = HEADERS_THAT_MUST_BE_SIGNED.find((name) => !authorization.signedHeaders.includes(name));
  if (unsigned) return `'${unsigned}' must be a signed header`;

  const timestamp = String(request.headers["x-amz-date"] ?? "");
  if (!isCurrent(timestamp, authorization.date, rules.now())) return "Signature expired";
  const secret = rules.secretOf(authorization.accessKeyId);
  if (secret === undefined) return "The security token included in the request is invalid.";
  if (isSignedBy(secret, { request, authorization, timestamp })) {
    return rules.isAllowed?.(authorization.accessKeyId) === false ? "Forbidden" : undefined;
  }
  return "The request signature we calculated does not match the signature you provided.";
}

function readAuthorization(header: string | undefined): Authorization | undefined {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/,\s]+)\/((\d{8})\/[^,\s]+), ?SignedHeaders=([^,\s]+), ?Signature=([0-9a-f]{64})$/;
  const [, accessKeyId, scope, date, signedHeaders, signature] = pattern.exec(header ?? "") ?? [];
  if (!accessKeyId || !scope || !date || !signedHeaders || !signature) return undefined;
  return { accessKeyId, scope, date, signedHeaders: signedHeaders.split(";"), signature };
}

function isCurrent(timestamp: string, date: string, now: Date): boolean {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(timestamp) ?? [];
  const signedAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return timestamp.startsWith(date) && Math.abs(now.getTime() - signedAt) <= CLOCK_SKEW_MS_MAX;
}

function isSignedBy(
  secret: string,
  input: { readonly request: ReceivedRequest; readonly authorization: Authorization; readonly timestamp: string },
): boolean {
  const { request, authorization, timestamp } = input;
  const canonicalRequest = canonicalise(request, authorization.signedHeaders);
  const toSign = [ALGORITHM, timestamp, authorization.scope, sha256(canonicalRequest)].join("\n");
  const key = authorization.scope
    .split("/")
    .reduce<Buffer | string>((former, part) => hmac(former, part), `AWS4${secret}`);
  return timingSafeEqual(hmac(key, toSign), Buffer.from(authorization.signature, "hex"));
}

function canonicalise(request: ReceivedRequest, signedHeaders: readonly string[]): string {
  const { path, query } = splitTarget(request.target);
  const headers = signedHeaders.map((name) => `${name}:${canonicalHeader(request, name)}\n`);
  return [
    request.method,
    // Every service but S3 encodes the path a second time.
    encodeRfc3986(path).replaceAll("%2F", "/"),
    canonicalQuery(query),
    headers.join(""),
    signedHeaders.join(";"),
    // The hash of what arrived, whatever the caller says it sent.
    sha256(request.body),
  ].join("\n");
}

function canonicalHeader({ headers }: ReceivedRequest, name: string): string {
  return String(headers[name] ?? "")
    .trim()
    .replace(/ +/g, " ");
}

function canonicalQuery(query: string): string {
  if (query === "") return "";
  const pairs = query.split("&").map((pair) => {
    const [name = "", ...value] = pair.split("=");
    return [encodeRfc3986(decode(name)), encodeRfc3986(decode(value.join("=")))] as const;
  });
  const order = (one: string, other: string) => (one < other ? -1 : Number(one > other));
  pairs.sort((one, other) => order(one[0], other[0]) || order(one[1], other[1]));
  return pairs.map((pair) => pair.join("=")).join("&");
}

/** A plus sign is itself: a caller that means a space by it would be at the mercy of who reads it. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function encodeRfc3986(text: string): string {
  const encode = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[!'()*]/g, encode);
}

function sha256(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("hex");
}

function hmac(key: string | Buffer, data: string): Buffer {
  return createHmac("sha256", key).update(data).digest();
}
