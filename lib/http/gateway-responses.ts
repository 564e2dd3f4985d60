import * as z from "zod";
import type { ZodOpenApiResponseObject } from "zod-openapi";

import { type Contract, hasFields } from "./contract.ts";

const gatewayResponses = [
  { status: 400, message: "Bad Request", when: "The percent-encoding of the path is broken." },
  { status: 413, message: "Request Entity Too Large", when: "The body is larger than 10 MB." },
  { status: 429, message: "Too Many Requests", when: "There are more requests than the deployment accepts." },
  { status: 500, message: "Internal Server Error", when: "The service ended without a response." },
  { status: 503, message: "Service Unavailable", when: "The service did not respond in time, or it is overloaded." },
] as const;

const gatewayMessage = z.object({ message: z.string() }).meta({
  id: "GatewayMessage",
  description: "The gateway's response does not have the service's headers.",
});

type Responses = Readonly<Record<string, ZodOpenApiResponseObject>>;

export function withGatewayResponses({ params }: Pick<Contract, "params">, failures: Responses): Responses {
  // Without parameters, a path with broken percent-encoding never matches the operation.
  const possible = gatewayResponses.filter(({ status }) => status !== 400 || hasFields(params));
  const merged = possible.map(({ status, message, when }) => {
    const own = failures[status];
    const response: ZodOpenApiResponseObject = {
      ...own,
      description: own === undefined ? when : `${own.description} From the gateway: ${when}`,
      content: { ...own?.content, "application/json": { schema: gatewayMessage, example: { message } } },
    };
    return [String(status), response] as const;
  });
  return { ...failures, ...Object.fromEntries(merged) };
}
