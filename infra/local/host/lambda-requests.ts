import type { Outcome } from "./environment.ts";
import type { InvokeFunction } from "./http-api.ts";
import {
  createHttpEvent,
  type HttpReply,
  jsonResponse,
  type ReceivedRequest,
  readResponse,
  splitTarget,
} from "./http-payload.ts";
import type { HostedFunction, HostedFunctionUrl } from "./model.ts";

/** Lambda's limit for an event of a synchronous call. */
export const LAMBDA_BODY_BYTES_MAX = 6 * 1024 * 1024;

/** Handles requests as a function URL does. The path stays percent-encoded. */
export function createFunctionUrl(input: {
  readonly functionUrl: HostedFunctionUrl;
  readonly invoke: InvokeFunction;
  readonly findFault: (request: ReceivedRequest) => Promise<string | undefined>;
}) {
  const { functionArn, authType } = input.functionUrl;

  return async (request: ReceivedRequest): Promise<HttpReply> => {
    const fault = authType === "AWS_IAM" ? await input.findFault(request) : undefined;
    if (fault !== undefined) return jsonResponse(403, { Message: fault });

    const event = createHttpEvent({
      request,
      routeKey: "$default",
      rawPath: splitTarget(request.target).path,
      domainName: request.headers.host ?? "localhost",
    });
    const outcome = await input.invoke(functionArn, event);
    if (!outcome.ok && outcome.kind === "throttled") return jsonResponse(429, { Message: outcome.errorMessage });
    return (outcome.ok ? readResponse(outcome.payload) : undefined) ?? badGateway;
  };
}

const badGateway: HttpReply = {
  statusCode: 502,
  headers: { "content-type": "text/plain" },
  body: Buffer.from("Internal Server Error"),
};

const PATH = /^\/2015-03-31\/functions\/([\w-]+)\/invocations$/;

/** Handles calls of Lambda's operation Invoke. */
export function createInvocations(input: {
  readonly functions: readonly HostedFunction[];
  readonly invoke: InvokeFunction;
  readonly findFault: (request: ReceivedRequest, functionArn: string) => Promise<string | undefined>;
}) {
  return async (request: ReceivedRequest): Promise<HttpReply> => {
    const [, name] = PATH.exec(request.target) ?? [];
    const type = request.headers["x-amz-invocation-type"] ?? "RequestResponse";
    if (name === undefined || request.method !== "POST" || type !== "RequestResponse") {
      throw new Error(`The local host does not know ${type} by ${request.method} ${request.target}`);
    }
    const found = input.functions.find(({ givenName }) => givenName === name);
    if (found === undefined) return jsonResponse(404, { Type: "User", Message: `Function not found: ${name}` });
    const fault = await input.findFault(request, found.arn);
    if (fault !== undefined) return jsonResponse(403, { Message: fault });

    return replyTo(await input.invoke(found.arn, JSON.parse(request.body.toString())));
  };
}

/** An error of the function is a success of the call, and named in a header. */
function replyTo(outcome: Outcome): HttpReply {
  if (outcome.ok) {
    return { statusCode: 200, headers: { "content-type": "application/json" }, body: Buffer.from(outcome.payload) };
  }
  const { errorMessage, errorType, kind } = outcome;
  if (kind === "throttled") return jsonResponse(429, { Message: errorMessage });
  const failed = jsonResponse(200, { errorMessage, errorType });
  return { ...failed, headers: { ...failed.headers, "x-amz-function-error": "Unhandled" } };
}
