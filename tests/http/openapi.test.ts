import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { showSyncStatusContract } from "../../functions/apps/show-sync-status.contract.ts";
import { operationExamples } from "../../functions/documentation/examples.ts";
import { endpoints } from "../../functions/endpoints.ts";
import { syncStatusResponse } from "../../lib/apps/sync-status-response.ts";
import { hasFields } from "../../lib/http/contract.ts";
import { statusByCode } from "../../lib/http/error-response.ts";
import { createOpenApiDocument } from "../../lib/http/openapi.ts";
import { rejectionCodes } from "../../lib/http/openapi-responses.ts";
import { isCacheable } from "../../lib/http/representation.ts";
import { readQuery } from "../../lib/http/request-input.ts";
import { bodySchema } from "../../lib/http/success-response.ts";
import { parseInput, parseParams } from "../../lib/parse-input.ts";
import { nonEmpty } from "../support/non-empty.ts";

const contracts = endpoints.map(({ contract }) => contract);
const rows = contracts.map((contract) => ({ contract, operation: contract.operation }));
const document = createOpenApiDocument(contracts, operationExamples);

const JSON_TYPE = "application/json";
const problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  from: z.iso.datetime().optional(),
  sync_status: z.strictObject({ status: z.string().nullable(), current_step: z.string().nullable() }).optional(),
});
const response = z.object({
  description: z.string().min(1),
  content: z
    .record(
      z.string(),
      z.object({ schema: z.unknown(), examples: z.record(z.string(), z.object({ value: z.unknown() })).optional() }),
    )
    .optional(),
});

function operationOf(contract: (typeof contracts)[number]) {
  const method = contract.method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete";
  const operation = document.paths?.[contract.path]?.[method];
  const responses = z.record(z.string(), response).parse(operation?.responses);
  return { ...operation, responses };
}

/** A path without parameters cannot be broken and still be the operation's. */
function gatewayStatuses({ params }: (typeof contracts)[number]): readonly string[] {
  return [...(Object.keys(params.shape).length > 0 ? ["400"] : []), "413", "429", "500", "503"];
}

function exampleOf(operation: string) {
  const found = operationExamples.filter((example) => example.operation === operation);
  expect(found, `examples of ${operation}`).toHaveLength(1);
  const [example] = found;
  if (example === undefined) throw new Error(`${operation} has no example.`);
  return example;
}

const typeOf = (code: string) => `urn:shelfwatch:problem:${code.replaceAll("_", "-")}`;

function rejectionsIn(operation: string) {
  const rejected = exampleOf(operation).responses.filter(({ status }) => status >= 400);
  return rejected.map(({ body }) => problem.parse(body));
}

/** The text that a client sends for the parameters of an example. */
function queryText(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return new URLSearchParams(pairs).toString();
}

describe("the OpenAPI document", () => {
  it("is up to date with the contracts and their examples", async () => {
    const written = await readFile(new URL("../../docs/openapi.json", import.meta.url), "utf8");

    expect(written).toBe(`${JSON.stringify(document, null, 2)}\n`);
  });

  it("contains every operation of the API and none of the documentation", () => {
    const operations = Object.values(document.paths ?? {}).flatMap((item) => Object.keys(item ?? {}));

    expect(operations).toHaveLength(endpoints.length);
    expect(Object.keys(document.paths ?? {}).filter((path) => path.includes("documentation"))).toEqual([]);
  });

  it.each(rows)("describes the token, the success and every error of $operation", ({ contract }) => {
    const operation = operationOf(contract);
    const statuses = rejectionCodes(contract).map((code) => String(statusByCode[code]));

    expect(operation.operationId).toBe(contract.operation);
    expect(operation.security).toEqual(contract.access === "public" ? [] : [{ accessToken: [] }]);
    expect(Object.keys(operation.responses).toSorted()).toEqual(
      [
        ...new Set([
          String(contract.success.status),
          ...(isCacheable(contract) ? ["304"] : []),
          ...statuses,
          ...gatewayStatuses(contract),
        ]),
      ].toSorted(),
    );
  });

  it.each(rows)("describes the gateway's own responses to $operation", ({ contract }) => {
    const { responses } = operationOf(contract);
    const stated = Object.entries(responses).filter(([status, { content }]) => status >= "4" && content?.[JSON_TYPE]);

    expect(stated.map(([status]) => status)).toEqual(gatewayStatuses(contract));
    for (const [, { content }] of nonEmpty(stated)) {
      expect(content?.[JSON_TYPE]?.schema).toEqual({ $ref: "#/components/schemas/GatewayMessage" });
    }
  });

  it("cannot be written when an operation has no example", () => {
    expect(() => createOpenApiDocument(contracts, operationExamples.slice(1))).toThrow(/has no example/);
  });
});

/** Parameters that a request cannot have beside the others of its operation. */
const alternatives: Readonly<Record<string, readonly string[]>> = { listRankings: ["date"], pollEvents: ["cursor"] };

describe("the examples", () => {
  it("belong to existing operations", () => {
    const names = contracts.map(({ operation }) => operation);

    expect(operationExamples.map(({ operation }) => operation).toSorted()).toEqual(names.toSorted());
  });

  it.each(rows)("show a request that $operation accepts", ({ contract, operation }) => {
    const { params, query, body } = exampleOf(operation);
    const asText = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));

    expect(() => parseParams(contract.params, asText)).not.toThrow();
    expect(() => parseInput(contract.query, readQuery(queryText(query)))).not.toThrow();
    const names = Object.keys(contract.query.shape).filter((name) => !alternatives[operation]?.includes(name));
    expect(Object.keys(query).toSorted()).toEqual(names.toSorted());
    if (!hasFields(contract.body)) expect(body).toBeNull();
    else expect(parseInput(contract.body, body)).toMatchObject(body ?? {});
  });

  it.each(rows)("show a response of $operation, with no key that it would leave out", ({ contract, operation }) => {
    const { responses } = exampleOf(operation);
    const shown = responses.filter(({ status }) => status < 300);

    expect([...new Set(shown.map(({ status }) => String(status)))].toSorted()).toEqual([
      String(contract.success.status),
    ]);
    for (const { body } of nonEmpty(shown)) {
      expect(bodySchema(contract.success)?.parse(body) ?? null).toEqual(body);
    }
  });

  it.each(rows)("show every error of $operation", ({ contract, operation }) => {
    const { responses } = operationOf(contract);
    const codesShown = (status: number) =>
      Object.entries(responses[String(status)]?.content?.["application/problem+json"]?.examples ?? {}).map(
        ([code, { value }]) => (problem.safeParse(value).success ? code : `${code}, which is no problem`),
      );

    for (const code of nonEmpty(rejectionCodes(contract))) {
      expect(codesShown(statusByCode[code]), `${operation}: ${code}`).toContain(code);
    }
    expect(codesShown(500)).toEqual(["unexpected"]);
    const possible: readonly string[] = rejectionCodes(contract).map(typeOf);
    expect(rejectionsIn(operation).filter(({ type }) => !possible.includes(type))).toEqual([]);
  });

  it.each(rows)("name the field of every input that $operation rejects", ({ operation }) => {
    const rejected = rejectionsIn(operation).filter(({ type }) => type === typeOf("invalid_input"));

    expect(rejected.filter(({ errors }) => Object.keys(errors ?? {}).length === 0)).toEqual([]);
  });

  it("show a sync before it begins and after it has completed, with and without failed items", () => {
    const { responses } = exampleOf("showSyncStatus");
    const shown = responses.map(({ name, body }) => [name, z.object({ data: syncStatusResponse() }).parse(body).data]);

    expect(Object.fromEntries(shown)).toMatchObject({
      queued: { status: "queued", current_step: "identity", started_at: null, completed_at: null },
      completed: { status: "completed", current_step: null, failed_items: [], failed_items_count: 0 },
      with_failed_items: { status: "completed", current_step: null, failed_items: [{ reason: "http_429" }, {}] },
    });
    expect(operationOf(showSyncStatusContract).responses[200]?.content?.["application/json"]?.examples).toMatchObject({
      queued: { value: { data: { status: "queued" } } },
      completed: { value: { data: { status: "completed" } } },
    });
  });

  it.each(rows)("put a value beside every parameter of $operation", ({ contract }) => {
    const parameters = z
      .array(z.object({ name: z.string(), example: z.unknown().optional() }))
      .parse(operationOf(contract).parameters ?? []);

    expect(parameters.filter(({ example }) => example === undefined)).toEqual([]);
  });
});
