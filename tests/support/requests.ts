import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";

export type TestRequest = {
  readonly method: string;
  /** With its query string, as a client would send it. */
  readonly path: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** `name=value` */
  readonly cookies?: readonly string[];
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly isBase64Encoded?: boolean;
  readonly sourceIp?: string;
};

/** The event that an HTTP API (payload format 2.0) makes of a request: names in lower case, the path decoded once. */
export function httpApiEvent(
  request: TestRequest,
  pathParameters: Record<string, string> = {},
): APIGatewayProxyEventV2 {
  const { method, path, token, cookies, body, isBase64Encoded = false, sourceIp = "203.0.113.7" } = request;
  const [encodedPath = "", rawQueryString = ""] = splitOnce(path, "?");
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(text === undefined ? {} : { "content-type": "application/json" }),
    ...request.headers,
  };

  return {
    version: "2.0",
    routeKey: "$default",
    rawPath: decodeURIComponent(encodedPath),
    rawQueryString,
    ...(cookies === undefined ? {} : { cookies: [...cookies] }),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    pathParameters,
    requestContext: {
      accountId: "000000000000",
      apiId: "local",
      domainName: "api.example",
      domainPrefix: "api",
      http: { method, path: encodedPath, protocol: "HTTP/1.1", sourceIp, userAgent: "tests" },
      requestId: randomUUID(),
      routeKey: "$default",
      stage: "$default",
      time: "01/Jan/2026:00:00:00 +0000",
      timeEpoch: 1_767_225_600_000,
    },
    ...(text === undefined ? {} : { body: text }),
    isBase64Encoded,
  };
}

/** Enough of Lambda's context for a handler. */
export const lambdaContext = { awsRequestId: "test", getRemainingTimeInMillis: () => 30_000 } as unknown as Context;

function splitOnce(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
