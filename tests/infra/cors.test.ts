import { describe, expect, it } from "vitest";
import { handler as respondToUnknownRoute } from "../../functions/fallback/respond-to-unknown-route.ts";
import { local } from "../../infra/aws/local-stages.ts";
import type { Stage } from "../../infra/aws/stage.ts";
import { deployedStages } from "../../infra/aws/stages.ts";
import { listHostedResources } from "../../infra/local/host/hosted-resources.ts";
import { createHttpApi } from "../../infra/local/host/http-api.ts";
import { readModel } from "../../infra/local/host/read-model.ts";
import { nameResources } from "../../infra/local/host/resource-names.ts";
import { oneEndpoint, resourcesOf, synthesiseStacks } from "./fixtures/synthesise-stage.ts";

const ORIGIN = "https://app.example.com";
const closed: Stage = { ...local, api: { ...local.api, corsOrigins: [] } };
const open: Stage = { ...local, api: { ...local.api, corsOrigins: [ORIGIN] } };

const templatesOf = (stage: Stage) =>
  stage === open || stage === closed ? synthesiseStacks(stage, oneEndpoint) : synthesiseStacks(stage);

function corsOf(stage: Stage): unknown {
  const [api] = Object.values(templatesOf(stage)).flatMap((template) =>
    resourcesOf(template, "AWS::ApiGatewayV2::Api"),
  );
  return api?.[1].Properties?.CorsConfiguration;
}

/** The API of a stage, hosted; every request goes to the real function for what no route matches. */
function hostApi(stage: Stage) {
  const templates = templatesOf(stage);
  const resources = listHostedResources(templates);
  const addresses = { apiUrl: "http://api", queueUrl: () => "http://queue", functionUrl: () => "http://function/" };
  const ofApi = resources.filter(({ resource }) => /^AWS::(ApiGatewayV2::|Lambda::Permission)/.test(resource.Type));
  const model = readModel(ofApi, nameResources(templates, resources, addresses));
  const api = createHttpApi(model, async (_arn, event) => ({
    ok: true,
    // The event has the shape that the gateway gives it.
    payload: JSON.stringify(await respondToUnknownRoute(event as Parameters<typeof respondToUnknownRoute>[0])),
  }));
  return (method: string, headers: Record<string, string>) =>
    api({ method, target: "/api/v1/countries", headers, body: Buffer.alloc(0), sourceIp: "127.0.0.1" });
}

const preflight = { origin: ORIGIN, "access-control-request-method": "GET" };

describe("requests from other origins", () => {
  it.each(Object.values(deployedStages))("[REQ-2] are not configured in stage $name", (stage) => {
    expect(stage.api.corsOrigins).toEqual([]);
    expect(corsOf(stage)).toBeUndefined();
  });

  it("[REQ-2] are allowed to the origins of the stage, with a token and a JSON body, without credentials", () => {
    expect(corsOf(open)).toEqual({
      AllowOrigins: [ORIGIN],
      AllowMethods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
      AllowHeaders: [
        "Authorization",
        "Content-Type",
        "If-None-Match",
        "MCP-Protocol-Version",
        "Mcp-Method",
        "Mcp-Name",
      ],
      ExposeHeaders: [
        "ETag",
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
        "Retry-After",
        "WWW-Authenticate",
      ],
      MaxAge: 3_600,
    });
  });

  it("are allowed no headers of assistants where the stage has no endpoint for these", () => {
    expect(corsOf({ ...open, api: { ...open.api, mcp: "off", oauth: "off" } })).toMatchObject({
      AllowHeaders: ["Authorization", "Content-Type", "If-None-Match"],
    });
  });

  it("have their preflights handled where the stage allows an origin", async () => {
    const { statusCode, headers } = await hostApi(open)("OPTIONS", preflight);

    expect(statusCode).toBe(204);
    expect(headers).toMatchObject({ "access-control-allow-origin": ORIGIN });
  });

  it("have their preflights rejected as any other method where the stage allows none", async () => {
    const { statusCode, headers } = await hostApi(closed)("OPTIONS", preflight);

    expect(statusCode).toBe(405);
    expect(headers).toMatchObject({ allow: "GET" });
    expect(headers).not.toHaveProperty("access-control-allow-origin");
  });

  it.each([
    ["http://localhost:5173", "http://localhost:5173"],
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
    ["https://app.example.com", undefined],
  ])("from %s are allowed to %s by the local stage", async (origin, allowed) => {
    const call = hostApi(local);
    const seen = [await call("OPTIONS", { ...preflight, origin }), await call("GET", { origin })];

    expect(seen.map(({ headers }) => headers["access-control-allow-origin"])).toEqual([allowed, allowed]);
    for (const { headers } of seen) expect(headers).not.toHaveProperty("access-control-allow-credentials");
  });

  it("get 405 for an OPTIONS that is not a preflight", async () => {
    expect((await hostApi(open)("OPTIONS", { origin: ORIGIN })).statusCode).toBe(405);
  });
});
