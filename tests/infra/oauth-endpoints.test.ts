import { describe, expect, it } from "vitest";

import { local } from "../../infra/aws/local-stages.ts";
import type { Stage } from "../../infra/aws/stage.ts";
import { dev, prod } from "../../infra/aws/stages.ts";
import { resourcesOf, synthesiseStage } from "./fixtures/synthesise-stage.ts";

const withApi = (stage: Stage, api: Partial<Stage["api"]>): Stage => ({ ...stage, api: { ...stage.api, ...api } });

function routesOf(stage: Stage): readonly string[] {
  return resourcesOf(synthesiseStage(stage).api, "AWS::ApiGatewayV2::Route")
    .map(([, { Properties }]) => String(Properties?.RouteKey))
    .filter((route) => /oauth/.test(route))
    .toSorted();
}

const always = [
  "GET /.well-known/oauth-authorization-server",
  "GET /.well-known/oauth-protected-resource/mcp",
  "POST /api/session/oauth/decisions",
  "POST /api/session/oauth/requests",
  "POST /oauth/revoke",
  "POST /oauth/token",
];

describe("OAuth of a stage", () => {
  it("[OAUTH-2] lets clients register themselves on the local stage, and not in prod by default", () => {
    expect(routesOf(local)).toEqual([...always, "POST /oauth/register"].toSorted());
    expect(routesOf(prod)).toEqual(always);
  });

  it("[OAUTH-1] has no route where it is off, as in dev, whose webhooks are off", () => {
    expect(routesOf(dev)).toEqual([]);
    expect(routesOf(withApi(prod, { oauth: "off" }))).toEqual([]);
  });

  it.each([
    ["the endpoint for assistants", withApi(prod, { mcp: "off" }), "api.oauth: must be off, since api.mcp"],
    ["the dashboard", withApi(prod, { dashboard: false }), "api.oauth: must be off, since api.dashboard"],
    [
      "a way to know clients",
      { ...prod, webhooks: { ...prod.webhooks, delivery: "off" as const } },
      "api.oauth: no client could be known",
    ],
  ])("[OAUTH-16] fails synth without %s", (_, stage, sentence) => {
    expect(() => synthesiseStage(stage)).toThrow(sentence);
  });

  it("[OAUTH-16] is possible without a sender where clients register themselves", () => {
    const webhooks = { ...prod.webhooks, delivery: "off" as const };

    expect(routesOf({ ...withApi(prod, { oauth: { registration: "open" } }), webhooks })).toHaveLength(7);
  });
});
