import { describe, expect, it } from "vitest";

import { endpoints } from "../../functions/endpoints.ts";
import { local } from "../../infra/aws/local-stages.ts";
import type { Stage } from "../../infra/aws/stage.ts";
import { dev, prod } from "../../infra/aws/stages.ts";
import { listHostedResources } from "../../infra/local/host/hosted-resources.ts";
import { createHttpApi } from "../../infra/local/host/http-api.ts";
import { readModel } from "../../infra/local/host/read-model.ts";
import { nameResources } from "../../infra/local/host/resource-names.ts";
import { readPermissions } from "./fixtures/read-permissions.ts";
import { oneEndpoint, resourcesOf, synthesiseStacks, synthesiseStage } from "./fixtures/synthesise-stage.ts";

const API_URL = "http://127.0.0.1:3000";
const ENTRY = "functions/mcp/serve-mcp.ts";

const withApi = (stage: Stage, api: Partial<Stage["api"]>): Stage => ({ ...stage, api: { ...stage.api, ...api } });
const without = withApi(prod, { mcp: "off", oauth: "off" });

function routesOf(stage: Stage, rows = endpoints): readonly string[] {
  return resourcesOf(synthesiseStage(stage, rows).api, "AWS::ApiGatewayV2::Route")
    .map(([, { Properties }]) => String(Properties?.RouteKey))
    .filter((route) => route.split(" ")[1] === "/mcp");
}

function functionsOf(stage: Stage, rows = endpoints) {
  return Object.values(synthesiseStage(stage, rows))
    .flatMap((template) => resourcesOf(template, "AWS::Lambda::Function"))
    .filter(([, { Metadata }]) => Metadata?.["local:entry"] === ENTRY)
    .map(([, { Properties }]) => Properties ?? {});
}

function fallbackOf(stage: Stage, rows = endpoints): string {
  const functions = resourcesOf(synthesiseStage(stage, rows).api, "AWS::Lambda::Function");
  const [, fallback] = functions.find(([id]) => id.startsWith("Fallback")) ?? [];
  return JSON.stringify(fallback?.Properties?.Environment);
}

/** Reads the templates as the local host does, without starting anything. */
function hostedIn(stage: Stage) {
  const templates = synthesiseStacks(stage, oneEndpoint);
  const resources = listHostedResources(templates, () => true);
  const addresses = {
    apiUrl: API_URL,
    queueUrl: (name: string) => `http://queues/${name}`,
    functionUrl: (key: string) => `http://${key}/`,
    attributeBesides: (type: string, name: string) => `${type} ${name}`,
  };
  return readModel(resources, nameResources(templates, resources, addresses));
}

describe("the endpoint for assistants", () => {
  it.each([local, dev, prod])("[MCP-1] has a route and a function in stage $name", (stage) => {
    expect(routesOf(stage)).toEqual(["POST /mcp"]);
    expect(functionsOf(stage)).toMatchObject([{ MemorySize: 512, Timeout: 29 }]);
    expect(fallbackOf(stage)).toContain('"MCP":"on"');
  });

  it("[MCP-1] has neither where it is off", () => {
    expect(routesOf(without, oneEndpoint)).toEqual([]);
    expect(functionsOf(without, oneEndpoint)).toEqual([]);
    expect(fallbackOf(without, oneEndpoint)).toContain('"MCP":"off"');
    expect(resourcesOf(synthesiseStage(without, oneEndpoint).api, "AWS::ApiGatewayV2::Route")).not.toEqual([]);
  });

  it("[MCP-3] takes ten requests a second and forty at once in prod, while the API takes others", async () => {
    const serve = createHttpApi(
      hostedIn(prod),
      async () => ({ ok: true, payload: '{"statusCode":202}' }),
      () => 0,
    );
    const request = { headers: {}, body: Buffer.alloc(0), sourceIp: "203.0.113.1" };
    const call = async () => (await serve({ ...request, method: "POST", target: "/mcp" })).statusCode;
    const statuses = await Promise.all(Array.from({ length: 41 }, call));
    const other = await serve({ ...request, method: "GET", target: "/elsewhere" });

    expect(prod.api.mcp).toMatchObject({ throttle: { rate: 10, burst: 40 } });
    expect([statuses.filter((status) => status === 202).length, statuses.at(-1)]).toEqual([40, 429]);
    expect(other.statusCode).toBe(202);
  });

  it.each([dev, prod])("[MCP-4] may write its log in stage $name, and reaches neither database nor secret", (stage) => {
    const rights = readPermissions(synthesiseStage(stage)).get("serve-mcp") ?? [];
    const [properties] = functionsOf(stage);

    expect(rights.filter((right) => !right.startsWith("xray:")).toSorted()).toEqual([
      "logs:CreateLogStream on its log",
      "logs:PutLogEvents on its log",
    ]);
    expect(properties).not.toHaveProperty("VpcConfig");
    expect(Object.keys(Object(properties?.Environment).Variables).toSorted()).toEqual([
      "ALLOWED_ORIGINS",
      "API_URL",
      "LOG_LEVEL",
      "OAUTH",
      "REQUESTS_PER_ADDRESS",
      "STAGE",
    ]);
  });

  it("calls the API at the address of the local host there, and knows the origins that may call it", () => {
    const stage = withApi(local, { corsOrigins: ["https://app.example.com"] });
    const found = hostedIn(stage).functions.find(({ entry }) => entry === ENTRY);

    expect(found?.variables).toMatchObject({ API_URL, ALLOWED_ORIGINS: '["https://app.example.com"]' });
  });

  it("calls the API at its domain where it has one", () => {
    const domain = { name: "api.example.com", certificateArn: "arn:aws:acm:us-east-1:000000000000:certificate/1" };
    const { api } = synthesiseStage(withApi(prod, { domain }), oneEndpoint);
    const functions = resourcesOf(api, "AWS::Lambda::Function");
    const [, found] = functions.find(([, { Metadata }]) => Metadata?.["local:entry"] === ENTRY) ?? [];

    expect(Object(found?.Properties?.Environment).Variables).toMatchObject({ API_URL: "https://api.example.com" });
  });

  it("is slow after fifteen seconds, as the routes whose clients wait for a store", () => {
    const patterns = resourcesOf(synthesiseStage(prod).api, "AWS::Logs::MetricFilter").map(
      ([, { Properties }]) => [Properties?.MetricTransformations, String(Properties?.FilterPattern)] as const,
    );
    const slowAfter = (name: string) => patterns.find(([of]) => JSON.stringify(of).includes(`"${name}"`))?.[1];

    expect(slowAfter("SlowRequests")).toContain('($.route != "POST /mcp")');
    expect(slowAfter("SlowStoreRequests")).toContain('($.route = "POST /mcp")');
  });

  it("reserves environments as endpoints do", () => {
    expect(functionsOf(withApi(dev, { reservedConcurrency: 2 }), oneEndpoint)).toMatchObject([
      { ReservedConcurrentExecutions: 2 },
    ]);
    expect(functionsOf(prod)[0]).not.toHaveProperty("ReservedConcurrentExecutions");
  });
});
