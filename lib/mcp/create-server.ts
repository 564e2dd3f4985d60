import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";

import { type CallToolDependencies, callTool, failure } from "./call-tool.ts";
import { instructions } from "./instructions.ts";
import { askPrompt, prompts } from "./prompts.ts";
import type { Tool } from "./tool.ts";

export type ServerDependencies = CallToolDependencies & { readonly tools: readonly Tool[] };

/** One request to the endpoint. `isRejected` becomes true if the API does not accept its token. */
export type Exchange = { readonly authorization: string; isRejected: boolean; tool?: string };

/** Lists change with a release only, and are the same for each user. */
const cached = { ttlMs: 3_600_000, cacheScope: "public" } as const;

/** Arguments of prompts whose values are known. */
const completions: Readonly<Record<string, readonly string[]>> = { platform: ["ios", "android"] };

/** Returns a server of the protocol for one request: it keeps nothing between requests. */
export function createServer(deps: ServerDependencies, exchange: Exchange): Server {
  const server = new Server(
    { name: "shelfwatch", title: "Shelfwatch", version: "1" },
    {
      capabilities: { tools: {}, prompts: {}, completions: {} },
      instructions,
      cacheHints: { "tools/list": cached, "prompts/list": cached, "server/discover": cached },
      // It would validate input of users, which this server never requests.
      jsonSchemaValidator: {
        getValidator: () => {
          throw new TypeError("The server requests no input.");
        },
      },
    },
  );
  server.setRequestHandler("tools/list", () => ({ tools: deps.tools.map(listed) }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const tool = deps.tools.find(({ name }) => name === params.name);
    if (tool === undefined) throw invalid(`There is no tool ${params.name}.`);
    exchange.tool = tool.name;
    const { authorization } = exchange;
    const result = await callTool(deps, { tool, args: params.arguments ?? {}, authorization });
    exchange.isRejected = result === null;
    return result ?? failure("The API does not accept the token.");
  });
  server.setRequestHandler("prompts/list", () => ({
    prompts: prompts.map(({ ask: _, ...prompt }) => ({
      ...prompt,
      arguments: prompt.arguments.map(({ max: __, ...argument }) => argument),
    })),
  }));
  server.setRequestHandler("prompts/get", ({ params }) => {
    const prompt = prompts.find(({ name }) => name === params.name);
    if (prompt === undefined) throw invalid(`There is no prompt ${params.name}.`);
    const asked = askPrompt(prompt, params.arguments);
    if ("fault" in asked) throw invalid(asked.fault);
    return {
      description: prompt.description,
      messages: [{ role: "user", content: { type: "text", text: asked.text } }],
    };
  });
  server.setRequestHandler("completion/complete", ({ params: { argument } }) => ({
    completion: { values: (completions[argument.name] ?? []).filter((value) => value.startsWith(argument.value)) },
  }));
  return server;
}

function listed({ request: _, leftOut: __, firstRows: ___, hasRows: ____, ...tool }: Tool) {
  return tool;
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
