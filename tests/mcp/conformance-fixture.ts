import type { IncomingMessage } from "node:http";

import { createAddressLimit } from "../../lib/mcp/address-limit.ts";
import type { Prompt } from "../../lib/mcp/prompts.ts";
import type { McpEvent } from "../../lib/mcp/reject-request.ts";
import type { McpDependencies } from "../../lib/mcp/serve-mcp.ts";
import type { Tool } from "../../lib/mcp/tool.ts";
import { silentLog } from "../support/silent-log.ts";

/** One white pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=";

const argument = (name: string) => ({ name, description: "An argument of the suite.", required: true });
const described = { title: "A prompt of the suite", description: "Is what the conformance suite expects." };

/** The prompts that the protocol's conformance suite expects of a server, as prompts of this endpoint. */
const prompts: readonly Prompt[] = [
  {
    ...described,
    name: "test_simple_prompt",
    arguments: [],
    ask: () => "This is a simple prompt for testing.",
  },
  {
    ...described,
    name: "test_prompt_with_arguments",
    arguments: [argument("arg1"), argument("arg2")],
    ask: ({ arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
  },
  {
    ...described,
    name: "test_prompt_with_embedded_resource",
    arguments: [argument("resourceUri")],
    ask: ({ resourceUri = "" }) => ({
      type: "resource",
      resource: { uri: resourceUri, mimeType: "text/plain", text: "Embedded resource content for testing." },
    }),
  },
  {
    ...described,
    name: "test_prompt_with_image",
    arguments: [],
    ask: () => ({ type: "image", data: PNG, mimeType: "image/png" }),
  },
];

function toolOf(name: string): Tool {
  return {
    name,
    description: "A tool of the suite.",
    inputSchema: { type: "object", properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: true, openWorldHint: false },
    request: { method: "GET", path: `/${name}`, inPath: [], inQuery: [], inBody: [] },
  };
}

/** An endpoint with the suite's prompts, and with those of its tools that return a text or an error. */
export const fixture: McpDependencies = {
  prompts,
  tools: ["test_simple_text", "test_error_handling", "test_logging_tool"].map(toolOf),
  fetch: async (input) => {
    const isError = String(input).endsWith("/test_error_handling");
    return new Response("This is a simple text response for testing.", { status: isError ? 500 : 200 });
  },
  apiUrl: "http://127.0.0.1",
  allowedOrigins: [],
  authorization: "bearer",
  limit: createAddressLimit({ perMinute: 10_000, now: Date.now }),
  log: silentLog,
};

/** Returns a request as the gateway passes it on, with a token. */
export function eventOf({ headers, method = "", url = "" }: IncomingMessage, body: string): McpEvent {
  const received = Object.entries(headers).map(([name, value]) => [name, value?.toString()]);
  return {
    rawPath: url,
    rawQueryString: "",
    isBase64Encoded: false,
    headers: { ...Object.fromEntries(received), authorization: "Bearer 1|secret" },
    body,
    requestContext: { domainName: "127.0.0.1", requestId: "request-1", http: { method, sourceIp: "127.0.0.1" } },
  };
}
