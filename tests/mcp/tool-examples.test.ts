import { describe, expect, it } from "vitest";
import * as z from "zod";

import { operationExamples } from "../../functions/documentation/examples.ts";
import { endpoints } from "../../functions/endpoints.ts";
import { tools } from "../../functions/mcp/generated/tools.ts";

const contracts = new Map(endpoints.map(({ contract }) => [contract.operation, contract]));

/** The examples of operations that are tools, with the arguments with which an assistant sends the same request. */
const calls = operationExamples.flatMap(({ operation, params, query, body }) => {
  const contract = contracts.get(operation);
  const tool = tools.find(({ request }) => request.method === contract?.method && request.path === contract.path);
  return tool === undefined ? [] : [{ name: tool.name, tool, args: { ...params, ...query, ...body } }];
});

describe("the tools of assistants", () => {
  it("[MCP-6] have an example of each of their operations", () => {
    expect(calls.map(({ name }) => name).toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
  });

  it.each(calls)("[MCP-6] accept the arguments of the recorded request: $name", ({ tool, args }) => {
    expect(z.fromJSONSchema(tool.inputSchema).safeParse(args).error?.issues).toBeUndefined();
  });

  it.each(calls)("[MCP-9] reject an argument that no request has: $name", ({ tool, args }) => {
    expect(z.fromJSONSchema(tool.inputSchema).safeParse({ ...args, unknown: 1 }).success).toBe(false);
  });
});
