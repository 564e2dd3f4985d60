import type { InvokeFunction } from "./http-api.ts";
import { createHttpEvent, type ReceivedRequest, splitTarget } from "./http-event.ts";
import { type HttpReply, jsonResponse, readResponse } from "./http-response.ts";
import type { HostedFunctionUrl } from "./model.ts";

export const FUNCTION_URL_BODY_BYTES_MAX = 6 * 1024 * 1024;

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
