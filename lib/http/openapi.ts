import { createDocument, type ZodOpenApiOperationObject } from "zod-openapi";

import { API_PREFIX, type Contract, hasFields, type Method } from "./contract.ts";
import type { OperationExample } from "./openapi-example.ts";
import { rejectionsOf, successesOf } from "./openapi-responses.ts";
import { describeLimits, descriptionOfTheApi, tagDescriptions } from "./openapi-texts.ts";

const TOKEN_SCHEME = "accessToken";

const keyOf = {
  GET: "get",
  POST: "post",
  PUT: "put",
  PATCH: "patch",
  DELETE: "delete",
} as const satisfies Record<Method, string>;

type Document = ReturnType<typeof createDocument>;

/** Returns the OpenAPI document. The same contracts and examples give the same document. */
export function createOpenApiDocument(contracts: readonly Contract[], examples: readonly OperationExample[]): Document {
  const described = contracts.map((contract) => ({ contract, example: exampleFor(contract, examples) }));
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const { contract, example } of described) {
    paths[contract.path] = { ...paths[contract.path], [keyOf[contract.method]]: toOperation(contract, example) };
  }

  const document = createDocument({
    openapi: "3.1.0",
    info: {
      title: "Shelfwatch",
      version: "1",
      description: descriptionOfTheApi,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: API_PREFIX }],
    tags: [...new Set(contracts.map(({ tag }) => tag))].toSorted().map(describeTag),
    paths,
    components: {
      securitySchemes: {
        [TOKEN_SCHEME]: { type: "http", scheme: "bearer", description: "The token that register or login returned." },
      },
    },
  });
  for (const { contract, example } of described) addParameterExamples(document, contract, example);
  return document;
}

function exampleFor({ operation }: Contract, examples: readonly OperationExample[]): OperationExample {
  const example = examples.find((one) => one.operation === operation);
  if (example === undefined) throw new TypeError(`${operation} has no example: record them by npm run examples.`);
  return example;
}

function describeTag(name: string) {
  const description = tagDescriptions[name];
  if (description === undefined)
    throw new TypeError(`The tag ${name} has no description in lib/http/openapi-texts.ts.`);
  return { name, description };
}

function toOperation(contract: Contract, example: OperationExample): ZodOpenApiOperationObject {
  const { body } = contract;
  return {
    operationId: contract.operation,
    summary: contract.summary,
    description: describeLimits(contract),
    tags: [contract.tag],
    security: contract.access === "public" ? [] : [{ [TOKEN_SCHEME]: [] }],
    requestParams: { path: contract.params, query: contract.query },
    ...(hasFields(body) && {
      requestBody: { required: true, content: { "application/json": { schema: body, example: example.body } } },
    }),
    responses: { ...successesOf(contract, example), ...rejectionsOf(contract, example) },
  };
}

/** zod-openapi makes parameters from schemas, which have no recorded values, so the examples are added afterwards. */
function addParameterExamples(document: Document, contract: Contract, { params, query }: OperationExample): void {
  const operation = document.paths?.[contract.path]?.[keyOf[contract.method]];
  for (const parameter of operation?.parameters ?? []) {
    if (!("name" in parameter)) continue;
    const value = (parameter.in === "path" ? params : query)[parameter.name];
    if (value !== undefined) parameter.example = value;
  }
}
