import { describe, expect, it } from "vitest";

import { sessionEndpoints } from "../../functions/endpoints.ts";
import { local } from "../../infra/aws/local-stages.ts";
import type { Stage } from "../../infra/aws/stage.ts";
import { dev, prod } from "../../infra/aws/stages.ts";
import { apiFunctions, resourcesOf, synthesiseStage } from "./fixtures/synthesise-stage.ts";

const entriesOf = (stage: Stage) => apiFunctions(stage).map(([, { Metadata }]) => String(Metadata?.["local:entry"]));
const routesOf = (stage: Stage, prefix: string) =>
  resourcesOf(synthesiseStage(stage).api, "AWS::ApiGatewayV2::Route")
    .map(([, { Properties }]) => String(Properties?.RouteKey))
    .filter((route) => route.includes(` ${prefix}`) && !route.includes("/oauth/"))
    .toSorted();
const settingsOf = (stage: Stage) => {
  const functions = resourcesOf(synthesiseStage(stage).api, "AWS::Lambda::Function");
  const [, fallback] = functions.find(([id]) => id.startsWith("Fallback")) ?? [];
  return JSON.stringify(fallback?.Properties?.Environment);
};

const sessionRoutes = [
  "DELETE /api/session",
  "POST /api/session",
  "POST /api/session/registration",
  "POST /api/session/token",
];
const withoutPages: Stage = { ...prod, api: { ...prod.api, dashboard: false, oauth: "off" } };

describe("the documentation", () => {
  it.each([local, dev])("[DOC-2] has a page and session endpoints in stage $name", (stage) => {
    expect(routesOf(stage, "/api/documentation")).toEqual([
      "GET /api/documentation",
      "GET /api/documentation/{asset}",
      "HEAD /api/documentation",
      "HEAD /api/documentation/{asset}",
    ]);
    expect(routesOf(stage, "/api/session")).toEqual(sessionRoutes);
    expect(entriesOf(stage)).toEqual(
      expect.arrayContaining(["functions/documentation/show-page.ts", ...sessionEndpoints.map(({ entry }) => entry)]),
    );
    expect(settingsOf(stage)).toContain('"DOCUMENTATION":"on"');
  });

  it("[DOC-3] has neither route nor function where it is off, and is off in production", () => {
    expect(prod.api.documentation).toBe(false);
    expect(routesOf(prod, "/api/documentation")).toEqual([]);
    expect(entriesOf(prod).filter((entry) => entry.includes("documentation"))).toEqual([]);
    expect(settingsOf(prod)).toContain('"DOCUMENTATION":"off"');
  });
});

describe("the dashboard", () => {
  it.each([local, dev, prod])("has a page, files and session endpoints in stage $name", (stage) => {
    expect(routesOf(stage, "/dashboard")).toEqual([
      "GET /dashboard",
      "GET /dashboard/assets/{asset}",
      "GET /dashboard/{path+}",
      "HEAD /dashboard",
      "HEAD /dashboard/assets/{asset}",
      "HEAD /dashboard/{path+}",
    ]);
    expect(routesOf(stage, "/api/session")).toEqual(sessionRoutes);
    expect(settingsOf(stage)).toContain('"DASHBOARD":"on"');
  });

  it("has no route where it is off, nor have sessions without any page", () => {
    expect(routesOf(withoutPages, "/dashboard")).toEqual([]);
    expect(routesOf(withoutPages, "/api/session")).toEqual([]);
    expect(entriesOf(withoutPages).filter((entry) => /^functions\/(sessions|web)\//.test(entry))).toEqual([]);
    expect(settingsOf(withoutPages)).toContain('"DASHBOARD":"off"');
  });
});

it.each([
  ["documentation", "Documentation"],
  ["web", "Dashboard"],
] as const)("the page's function of %s has no access to the database", (group, construct) => {
  const template = synthesiseStage(dev)[group];
  const [page] = resourcesOf(template, "AWS::Lambda::Function");
  const [policy] = resourcesOf(template, "AWS::IAM::Policy").filter(([id]) => id.startsWith(`${construct}Page`));

  expect(JSON.stringify(page)).not.toMatch(/DATABASE_|SecretArn|VpcConfig/);
  expect(policy).toBeDefined();
  expect(JSON.stringify(policy)).not.toMatch(/secretsmanager|sqs|lambda:/);
});
