import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";

const EMPTY_BODY_SHA256 = createHash("sha256").digest("hex");

/**
 * Checks a signed GET as the receiving side does, from the raw request alone and by the published steps of SigV4:
 * nothing is shared with the code that signs.
 */
export function isSignatureValid(request: IncomingMessage, secretAccessKey: string): boolean {
  const authorization = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? "",
  );
  if (authorization === null) return false;
  const [, credential = "", signedHeaders = "", signature] = authorization;
  const scope = credential.split("/").slice(1);

  const canonicalRequest = [
    request.method,
    ...canonicalTarget(request.url ?? ""),
    ...signedHeaders.split(";").map((name) => `${name}:${String(request.headers[name]).trim().replace(/ +/g, " ")}`),
    "",
    signedHeaders,
    EMPTY_BODY_SHA256,
  ].join("\n");
  const stringToSign = [
    "AWS4-HMAC-SHA256",
    request.headers["x-amz-date"],
    scope.join("/"),
    createHash("sha256").update(canonicalRequest).digest("hex"),
  ].join("\n");

  const initialKey: string | Buffer = `AWS4${secretAccessKey}`;
  const key = scope.reduce<string | Buffer>(
    (secret, part) => createHmac("sha256", secret).update(part).digest(),
    initialKey,
  );
  return createHmac("sha256", key).update(stringToSign).digest("hex") === signature;
}

/** The path as it came, each segment encoded once more; the query decoded, encoded and sorted. */
function canonicalTarget(target: string): [string, string] {
  const [path = "", query = ""] = target.split("?");
  const canonicalQuery = query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) =>
      pair
        .split("=")
        .map((part) => encodeStrictly(decodeURIComponent(part)))
        .join("="),
    )
    .sort()
    .join("&");
  return [path.split("/").map(encodeStrictly).join("/"), canonicalQuery];
}

function encodeStrictly(text: string): string {
  return [...Buffer.from(text, "utf8")]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[A-Za-z0-9._~-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    })
    .join("");
}
