import { describe, expect, it } from "vitest";

import { documentationEndpoints } from "../../functions/endpoints.ts";
import type { Stage } from "../../infra/aws/stage.ts";
import { dev, local, prod } from "../../infra/aws/stages.ts";
import { apiFunctions, resourcesOf, synthesiseStage } from "./fixtures/synthesise-stage.ts";

const entriesOf = (stage: Stage) => apiFunctions(stage).map(([, { Metadata }]) => String(Metadata?.["local:entry"]));
const routesOf = (stage: Stage) =>
  resourcesOf(synthesiseStage(stage).api, "AWS::ApiGatewayV2::Route")
    .map(([, { Properties }]) => String(Properties?.RouteKey))
    .filter((route) => route.includes("/api/documentation"))
    .toSorted();
const settingOf = (stage: Stage) => {
  const functions = resourcesOf(synthesiseStage(stage).api, "AWS::Lambda::Function");
  const [, fallback] = functions.find(([id]) => id.startsWith("Fallback")) ?? [];
  return JSON.stringify(fallback?.Properties?.Environment);
};

describe("the documentation", () => {
  it.each([local, dev])("[DOC-2] has a page and session endpoints in stage $name", (stage) => {
    expect(routesOf(stage)).toEqual([
      "DELETE /api/documentation/session",
      "GET /api/documentation",
      "GET /api/documentation/{asset}",
      "POST /api/documentation/session",
      "POST /api/documentation/session/token",
    ]);
    expect(entriesOf(stage)).toEqual(
      expect.arrayContaining([
        "functions/documentation/show-page.ts",
        ...documentationEndpoints.map(({ entry }) => entry),
      ]),
    );
    expect(settingOf(stage)).toContain('"DOCUMENTATION":"on"');
  });

  it("[DOC-3] has neither route nor function where it is off, and is off in production", () => {
    expect(prod.api.documentation).toBe(false);
    expect(routesOf(prod)).toEqual([]);
    expect(entriesOf(prod).filter((entry) => entry.includes("documentation"))).toEqual([]);
    expect(settingOf(prod)).toContain('"DOCUMENTATION":"off"');
  });

  it("gives the page's function no access to the database", () => {
    const { documentation } = synthesiseStage(dev);
    const [page] = resourcesOf(documentation, "AWS::Lambda::Function").filter(
      ([, { Metadata }]) => Metadata?.["local:entry"] === "functions/documentation/show-page.ts",
    );
    const [policy] = resourcesOf(documentation, "AWS::IAM::Policy").filter(([id]) =>
      id.startsWith("DocumentationPage"),
    );

    expect(JSON.stringify(page)).not.toMatch(/DATABASE|SecretArn|VpcConfig/);
    expect(JSON.stringify(policy)).not.toMatch(/secretsmanager|sqs|lambda:/);
  });
});
