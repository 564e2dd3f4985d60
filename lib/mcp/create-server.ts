import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";

import { callTool, failure } from "./call-tool.ts";
import { instructions } from "./instructions.ts";
import type { LogLevels } from "./log-levels.ts";
import { askPrompt, type Prompt } from "./prompts.ts";
import type { CallToolDependencies, Report } from "./send-call.ts";
import type { Tool } from "./tool.ts";

export type ServerDependencies = CallToolDependencies & {
  readonly tools: readonly Tool[];
  readonly prompts: readonly Prompt[];
};

/** One request to the endpoint. `isRejected` becomes true if the API does not accept its token. */
export type Exchange = {
  readonly authorization: string;
  /** The id that the response to `initialize` gave the client, in revisions before 2026-07-28. */
  readonly session?: string | undefined;
  isRejected: boolean;
  /** Becomes true if the library implements the method but this endpoint does not offer it. */
  isUnknown?: boolean;
  tool?: string;
};

/** Lists change only with a release, and are the same for each user. */
const cached = { ttlMs: 3_600_000, cacheScope: "public" } as const;

/** Returns a server of the protocol for one request: it keeps nothing between requests. */
export function createServer(deps: ServerDependencies, levels: LogLevels, exchange: Exchange): Server {
  const server = new Server(
    { name: "shelfwatch", title: "Shelfwatch", version: "1" },
    {
      capabilities: { tools: {}, prompts: {}, completions: {}, logging: {} },
      instructions,
      cacheHints: { "tools/list": cached, "prompts/list": cached, "server/discover": cached },
      // It would validate input that a server requests from users. This server requests none.
      jsonSchemaValidator: {
        getValidator: () => {
          throw new TypeError("The server requests no input.");
        },
      },
    },
  );
  server.setRequestHandler("tools/list", () => ({ tools: deps.tools.map(listed) }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const tool = deps.tools.find(({ name }) => name === params.name);
    if (tool === undefined) throw invalid(`There is no tool ${params.name}.`);
    exchange.tool = tool.name;
    const { authorization, session } = exchange;
    const report: Report = async (level, text) => {
      if (session === undefined || levels.admits(session, level)) await mcpReq.log(level, text, tool.name);
    };
    const result = await callTool(deps, { tool, args: params.arguments ?? {}, authorization, report });
    exchange.isRejected = result === null;
    return result ?? failure("The API does not accept the token.");
  });
  server.setRequestHandler("logging/setLevel", ({ params: { level } }) => {
    if (exchange.session !== undefined) levels.set(exchange.session, level);
    return {};
  });
  server.setRequestHandler("prompts/list", () => ({
    prompts: deps.prompts.map(({ ask: _, ...prompt }) => ({
      ...prompt,
      arguments: prompt.arguments.map(({ name, description, required }) => ({ name, description, required })),
    })),
  }));
  const promptOf = (name: string) => {
    const prompt = deps.prompts.find((one) => one.name === name);
    if (prompt === undefined) throw invalid(`There is no prompt ${name}.`);
    return prompt;
  };
  server.setRequestHandler("prompts/get", ({ params }) => {
    const prompt = promptOf(params.name);
    const asked = askPrompt(prompt, params.arguments);
    if ("fault" in asked) throw invalid(asked.fault);
    return { description: prompt.description, messages: [{ role: "user", content: asked.content }] };
  });
  server.setRequestHandler("completion/complete", ({ params: { ref, argument } }) => {
    if (ref.type !== "ref/prompt") throw invalid("There are no resources.");
    const completed = promptOf(ref.name).arguments.find(({ name }) => name === argument.name);
    if (completed === undefined) throw invalid(`The prompt ${ref.name} has no argument ${argument.name}.`);
    return { completion: { values: (completed.values ?? []).filter((value) => value.startsWith(argument.value)) } };
  });
  return server;
}

function listed({ request: _, leftOut: __, firstRows: ___, hasRows: ____, ...tool }: Tool) {
  return tool;
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
