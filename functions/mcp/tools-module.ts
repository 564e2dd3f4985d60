import type { JSONObject, JSONValue } from "@modelcontextprotocol/server";
import * as z from "zod";

import { type Contract, type Method, tagsOfOwners } from "../../lib/http/contract.ts";
import { FIRST_ROW, pageSizes, ROWS_PER_PAGE, type Tool } from "../../lib/mcp/tool.ts";
import type { EndpointDefinition } from "../endpoints.ts";
import { toolName } from "./tool-names.ts";
import { type ToolShape, toolShapes } from "./tool-shapes.ts";
import { toolText } from "./tool-texts.ts";

const schema = z.record(z.string(), z.json());
const objectSchema = z.object({
  properties: z.record(z.string(), schema),
  required: z.array(z.string()).default([]),
});

const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  parameters: z
    .array(z.object({ in: z.enum(["path", "query"]), name: z.string(), schema, required: z.boolean().default(false) }))
    .default([]),
  requestBody: z.object({ content: z.object({ "application/json": z.object({ schema: objectSchema }) }) }).optional(),
});
type Operation = z.infer<typeof operation>;

const document = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), schema) }),
});

/** Returns the tools of all operations that an assistant may use, from the contracts and their OpenAPI document. */
export function toolsOf(endpoints: readonly EndpointDefinition[], openapi: unknown): readonly Tool[] {
  const { paths, components } = document.parse(openapi);
  const operations = new Map(
    Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => [one.operationId, one] as const)),
  );
  return endpoints
    .filter(({ contract }) => !tagsOfOwners.has(contract.tag))
    .map((definition) => {
      const described = operations.get(definition.contract.operation);
      if (described === undefined) throw new TypeError(`${definition.contract.operation} is not in the document.`);
      return toolOf(definition, described, components.schemas);
    });
}

const fromRow: Argument = {
  name: FIRST_ROW,
  schema: {
    type: "integer",
    minimum: 1,
    default: 1,
    description: "First row to return. `meta.rows` shows where a long result ends.",
  },
  isRequired: false,
};

type Argument = { readonly name: string; readonly schema: JSONObject; readonly isRequired: boolean };

function toolOf({ contract, needs }: EndpointDefinition, described: Operation, shared: Shared): Tool {
  const inPath = parameterArguments(described, "path");
  const inQuery = parameterArguments(described, "query");
  const inBody = bodyArguments(described);
  const shape = toolShapes[contract.operation] ?? {};
  const inResult = shape.hasRows ? [fromRow] : [];
  const all = [...inPath, ...inQuery, ...inBody, ...inResult];
  const names = all.map(({ name }) => name);
  if (new Set(names).size < names.length) {
    throw new TypeError(`Two arguments of ${contract.operation} have one name: ${names.join(", ")}.`);
  }
  const required = all.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const namesOf = (args: readonly Argument[]) => args.map(({ name }) => name);
  return {
    name: toolName(contract.operation),
    description: describe(contract, shape),
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(
        all.map(({ name, schema: own }) => [name, argumentSchema(name, own, { shared, shape })]),
      ),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    annotations: annotate(contract.method, needs === "stores"),
    ...(shape.leftOut && { leftOut: Object.keys(shape.leftOut) }),
    ...(shape.firstRows && { firstRows: shape.firstRows }),
    ...(shape.hasRows && { hasRows: true }),
    request: {
      method: contract.method,
      path: contract.path,
      inPath: namesOf(inPath),
      inQuery: namesOf(inQuery),
      inBody: namesOf(inBody),
    },
  };
}

function parameterArguments({ parameters }: Operation, place: "path" | "query"): readonly Argument[] {
  return parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, schema: own, required }) => ({ name, schema: own, isRequired: required }));
}

function bodyArguments({ requestBody }: Operation): readonly Argument[] {
  const body = requestBody?.content["application/json"].schema;
  if (body === undefined) return [];
  return Object.entries(body.properties).map(([name, own]) => ({
    name,
    schema: own,
    isRequired: body.required.includes(name),
  }));
}

function describe({ summary, allowance }: Contract, { leftOut = {} }: ToolShape): string {
  const elsewhere = Object.entries(leftOut).map(([field, tool]) => ` ${tool} returns \`${field}\`, which is left out.`);
  const counted =
    allowance === undefined ? "" : ` A success counts towards the user's daily allowance \`${allowance}\`.`;
  return `${toolText(summary)}${elsewhere.join("")}${counted}`;
}

/** The protocol gives the other hints no meaning for tools that only read. */
function annotate(method: Method, callsStore: boolean): Tool["annotations"] {
  if (method === "GET") return { readOnlyHint: true, openWorldHint: callsStore };
  return {
    readOnlyHint: false,
    destructiveHint: method === "DELETE" || method === "PATCH",
    idempotentHint: method !== "POST",
    openWorldHint: callsStore,
  };
}

type Shared = Readonly<Record<string, JSONObject>>;

/** No id exceeds this maximum, so the schemas of tools leave it out. */
const INT4_MAX = 2_147_483_647;
const reference = z.string().regex(/^#\/components\/schemas\//);

function argumentSchema(
  name: string,
  own: JSONObject,
  { shared, shape }: { readonly shared: Shared; readonly shape: ToolShape },
): JSONObject {
  const written = compact(own, shared);
  const size = pageSizes.some((one) => one === name) ? ROWS_PER_PAGE : shape.defaults?.[name];
  return size === undefined ? written : { ...written, default: size };
}

/** Inlines references, and leaves out what an assistant does not need to know. */
function compact(own: JSONObject, shared: Shared): JSONObject {
  const target = reference.safeParse(own.$ref);
  if (target.success) {
    const found = shared[target.data.split("/").at(-1) ?? ""];
    if (found === undefined) throw new TypeError(`The document has no ${target.data}.`);
    return compact(found, shared);
  }
  const { example: _, examples: __, ...rest } = own;
  return Object.fromEntries(
    Object.entries(rest)
      .filter(([keyword, value]) => !(keyword === "maximum" && value === INT4_MAX))
      .filter(([keyword]) => !(keyword === "pattern" && "format" in rest))
      .map(([keyword, value]) => [keyword, compactValue(keyword, value, shared)]),
  );
}

function compactValue(keyword: string, value: JSONValue, shared: Shared): JSONValue {
  if (keyword === "description") return toolText(String(value));
  if (keyword === "properties") {
    return Object.fromEntries(
      Object.entries(schema.parse(value)).map(([name, one]) => [name, compact(schema.parse(one), shared)]),
    );
  }
  if (keyword === "items" || keyword === "additionalProperties") {
    return typeof value === "object" ? compact(schema.parse(value), shared) : value;
  }
  if (keyword === "anyOf" || keyword === "oneOf" || keyword === "allOf") {
    return z
      .array(schema)
      .parse(value)
      .map((one) => compact(one, shared));
  }
  return value;
}

/** Returns the text of `functions/mcp/generated/tools.ts`: a tool a line, so that a change is easy to review. */
export function toolsModule(tools: readonly Tool[]): string {
  const rows = tools.map((tool) => `  ${JSON.stringify(tool)},`).join("\n");
  return [
    "// Written by functions/mcp/write-tools.ts from the contracts and docs/openapi.json.",
    'import type { Tool } from "../../../lib/mcp/tool.ts";\n',
    `export const tools: readonly Tool[] = [\n${rows}\n];\n`,
  ].join("\n");
}
