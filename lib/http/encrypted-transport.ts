import type { APIGatewayProxyEventV2 } from "aws-lambda";

type Headers = APIGatewayProxyEventV2["headers"];

/** Two years, the least that preload lists accept. Subdomains are left out, because they may belong to others. */
const STRICT_TRANSPORT = "max-age=63072000";

/** True if the client uses HTTPS: always behind API Gateway, never on the local host. */
export function isEncrypted(headers: Headers): boolean {
  return headers["x-forwarded-proto"] === "https";
}

/** Returns the header that makes browsers use HTTPS from then on; none over HTTP (RFC 6797, 7.2). */
export function transportHeaders(headers: Headers): Readonly<Record<string, string>> {
  return isEncrypted(headers) ? { "strict-transport-security": STRICT_TRANSPORT } : {};
}
