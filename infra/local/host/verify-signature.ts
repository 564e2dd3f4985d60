import { Sha256 } from "@smithy/core/checksum";
import { SignatureV4 } from "@smithy/signature-v4";

import { type ReceivedRequest, splitTarget } from "./http-payload.ts";

const CLOCK_SKEW_MS_MAX = 5 * 60_000;
const GENERATED_HEADERS = ["x-amz-date", "x-amz-content-sha256"];
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/,\s]+)\/([^,\s]+), ?SignedHeaders=([^,\s]+), ?Signature=([0-9a-f]{64})$/;

export type SignatureRules = {
  readonly region: string;
  readonly service: string;
  readonly secretOf: (accessKeyId: string) => string | undefined;
  readonly now: () => Date;
  readonly isAllowed?: (accessKeyId: string) => boolean;
};

export async function findSignatureFault(
  request: ReceivedRequest,
  { region, service, secretOf, now, isAllowed = () => true }: SignatureRules,
): Promise<string | undefined> {
  const [, accessKeyId, scope, headerList, signature] = AUTHORIZATION.exec(request.headers.authorization ?? "") ?? [];
  if (!accessKeyId || !scope || !headerList || !signature) return "Forbidden";
  const signedHeaders = headerList.split(";");
  const unsigned = ["host", "x-amz-date"].find((name) => !signedHeaders.includes(name));
  if (unsigned) return `'${unsigned}' must be a signed header`;

  const timestamp = String(request.headers["x-amz-date"]);
  if (scope !== `${timestamp.slice(0, 8)}/${region}/${service}/aws4_request`) {
    return "Credential should be scoped to a valid region and service.";
  }
  const signedAt = new Date(timestamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!(Math.abs(now().getTime() - signedAt.getTime()) <= CLOCK_SKEW_MS_MAX)) return "Signature expired";
  const secretAccessKey = secretOf(accessKeyId);
  if (secretAccessKey === undefined) return "The security token included in the request is invalid.";

  const signer = new SignatureV4({ service, region, credentials: { accessKeyId, secretAccessKey }, sha256: Sha256 });
  const signedAgain = await signer.sign(toSign(request, signedHeaders), {
    signingDate: signedAt,
    signableHeaders: new Set(signedHeaders),
  });
  if (!signedAgain.headers.authorization?.endsWith(`Signature=${signature}`)) {
    return "The request signature we calculated does not match the signature you provided.";
  }
  return isAllowed(accessKeyId) ? undefined : "Forbidden";
}

/** Returns the request that the caller signed, with the body that arrived, since the signer computes its hash. */
function toSign({ method, target, headers, body }: ReceivedRequest, signedHeaders: readonly string[]) {
  const { path, query } = splitTarget(target);
  // A plus sign is itself, not a space.
  const parameters = new URLSearchParams(query.replaceAll("+", "%2B"));
  const names = signedHeaders.filter((name) => !GENERATED_HEADERS.includes(name));
  return {
    method,
    protocol: "http:",
    hostname: "",
    path,
    query: Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name)])),
    headers: Object.fromEntries(names.map((name) => [name, String(headers[name] ?? "")])),
    body,
  };
}
