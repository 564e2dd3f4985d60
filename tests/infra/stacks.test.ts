import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Stack } from "aws-cdk-lib";
import { describe, expect, it } from "vitest";
import * as z from "zod";

import {
  API_PREFIX,
  consentEndpoints,
  dashboardRoutes,
  endpoints,
  FEED_PREFIX,
  feedEndpoints,
  mcpRoutes,
  SESSION_PREFIX,
  sessionEndpoints,
} from "../../functions/endpoints.ts";
import { withoutCode } from "../../infra/aws/bundle/function-code.ts";
import { servedEndpoints, servedOAuthEndpoints } from "../../infra/aws/endpoint-groups.ts";
import { local, localWithLiveStores } from "../../infra/aws/local-stages.ts";
import { addService } from "../../infra/aws/service.ts";
import { dev, prod } from "../../infra/aws/stages.ts";
import { platforms } from "../../lib/domain/platform.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { resourcesOf, synthesiseStage } from "./fixtures/synthesise-stage.ts";

/** Of the variables that API Gateway documents for logs of HTTP APIs; those of REST APIs are others. */
const httpApiLogVariables = [
  "error.message",
  "httpMethod",
  "identity.sourceIp",
  "integrationErrorMessage",
  "integrationLatency",
  "path",
  "protocol",
  "requestId",
  "requestTime",
  "responseLatency",
  "responseLength",
  "routeKey",
  "status",
];

const templates = synthesiseStage(prod);

describe("the stacks", () => {
  it("fail synth where one has more than 450 resources", () => {
    const countries = endpoints.filter(({ contract }) => contract.operation === "listCountries");
    const more = Array.from({ length: 113 }, (_, index) =>
      countries.map((row) => ({
        ...row,
        contract: { ...row.contract, operation: `listCountries${index}`, path: `/countries/${index}` },
      })),
    ).flat();

    expect(() => synthesiseStage(prod, [...endpoints, ...more])).toThrow(
      /^Stack shelfwatch-prod-api\S* has \d+ resources, more than 450/,
    );
  });

  it.each([local, dev, prod])(
    "put the functions of each group of endpoints into one of them in stage $name",
    (stage) => {
      const groups = Object.groupBy(servedEndpoints(stage, endpoints), ({ entry }) => entry.split("/")[1] ?? "");
      const templates = synthesiseStage(stage);

      for (const [group, rows = []] of nonEmpty(Object.entries(groups))) {
        const functions = resourcesOf(templates[group], "AWS::Lambda::Function");
        expect(functions.map(([, { Metadata }]) => Metadata?.["local:entry"])).toEqual(rows.map(({ entry }) => entry));
      }
    },
  );

  it("have tags for the allocation of costs", () => {
    const app = new App({ outdir: mkdtempSync(join(tmpdir(), "shelfwatch-tags-")) });
    addService(app, { deployment: { stage: dev, code: withoutCode }, endpoints, pathPrefix: API_PREFIX });

    const stacks = app.node.children.filter(Stack.isStack);
    expect(stacks).not.toEqual([]);
    for (const { tags } of stacks) expect(tags.tagValues()).toEqual({ service: "shelfwatch", stage: "dev" });
  });

  it("[SVC-10] give every endpoint of the registry a route, and the dashboard and assistants their own", () => {
    const routes = resourcesOf(templates.api, "AWS::ApiGatewayV2::Route").map(
      ([, { Properties }]) => Properties?.RouteKey,
    );

    const paths = [
      ...endpoints.map(({ contract }) => [contract.method, API_PREFIX + contract.path]),
      ...feedEndpoints.map(({ contract }) => [contract.method, FEED_PREFIX + contract.path]),
      ...[...sessionEndpoints, ...consentEndpoints].map(({ contract }) => [
        contract.method,
        SESSION_PREFIX + contract.path,
      ]),
      ...servedOAuthEndpoints(prod).map(({ contract }) => [contract.method, contract.path]),
      ...[...dashboardRoutes, ...mcpRoutes].map(({ method, prefix, path }) => [method, `${prefix}${path}`]),
    ];
    expect(routes.toSorted()).toEqual(["$default", ...paths.map((one) => one.join(" "))].toSorted());
  });

  it("[FED-8] log route, status and latency of each API request, and no secret of a client or of a feed", () => {
    const [stage] = resourcesOf(templates.api, "AWS::ApiGatewayV2::Stage").map(([, { Properties }]) => Properties);
    const { Format } = z.object({ Format: z.string() }).parse(stage?.AccessLogSettings);
    const variables = [...Format.matchAll(/\$context\.([\w.]+)/g)].map(([, name]) => name);

    expect(JSON.parse(Format)).toMatchObject({ requestId: "$context.requestId", route: "$context.routeKey" });
    expect(httpApiLogVariables).toEqual(expect.arrayContaining(variables));
    expect(variables).toEqual(expect.arrayContaining(["status", "responseLatency", "integrationLatency"]));
    expect(variables.filter((name) => /path|authorizer|proxy/i.test(name ?? ""))).toEqual([]);
  });

  it("run every function on Node 24 for arm64 with a log group of its own", () => {
    const functions = Object.values(templates).flatMap((template) => resourcesOf(template, "AWS::Lambda::Function"));
    const own = functions.filter(([, { Metadata }]) => Metadata?.["local:entry"] !== undefined);
    const logGroups = own.map(([, { Properties }]) => JSON.stringify(Properties?.LoggingConfig));

    for (const [, { Properties }] of nonEmpty(own)) {
      expect(Properties).toMatchObject({ Runtime: "nodejs24.x", Architectures: ["arm64"] });
    }
    expect(new Set(logGroups).size).toBe(own.length);
  });

  it.each([dev, prod])("trace in stage $name what the stage says, and every function that runs rarely", (stage) => {
    const functions = Object.values(synthesiseStage(stage)).flatMap((template) =>
      resourcesOf(template, "AWS::Lambda::Function"),
    );
    const modesIn = (folder: string) =>
      new Set(
        functions
          .filter(([, { Metadata }]) => String(Metadata?.["local:entry"]).startsWith(folder))
          .map(([, { Properties }]) => Object(Properties?.TracingConfig).Mode),
      );
    const { endpoints: ofRequests, consumers, scrapers } = stage.tracing;

    const traced: readonly (readonly [isTraced: boolean, folders: readonly string[]])[] = [
      [consumers, ["functions/pipeline/sync-app", "functions/pipeline/fetch-chart"]],
      [scrapers, ["scrapers/"]],
      [ofRequests, ["apps", "auth", "sessions", "fallback", "web", "mcp"].map((folder) => `functions/${folder}`)],
      [true, ["operations", "schedules", "pipeline/start", "pipeline/sweep"].map((folder) => `functions/${folder}`)],
    ];

    for (const [isTraced, folders] of traced) {
      for (const folder of nonEmpty(folders))
        expect([folder, ...modesIn(folder)]).toEqual([folder, isTraced ? "Active" : undefined]);
    }
  });

  it.each([
    { stage: prod, policy: "RetainExceptOnCreate", what: "outlive" },
    { stage: dev, policy: "Delete", what: "go with" },
  ])("have logs that $what stage $stage.name", ({ stage, policy }) => {
    const logs = Object.values(synthesiseStage(stage)).flatMap((template) =>
      resourcesOf(template, "AWS::Logs::LogGroup"),
    );

    expect(new Set(logs.map(([, { DeletionPolicy }]) => DeletionPolicy))).toEqual(new Set([policy]));
  });

  it("keep the logs of every function, CDK's own too, for as long as the stage says", () => {
    for (const template of nonEmpty(Object.values(templates))) {
      const kept = resourcesOf(template, "AWS::Logs::LogGroup");
      const written = resourcesOf(template, "AWS::Lambda::Function").map(
        ([, { Properties }]) => Properties?.LoggingConfig,
      );

      expect(kept.map(([, { Properties }]) => Properties?.RetentionInDays)).toEqual(
        Array(kept.length).fill(prod.logRetentionDays),
      );
      for (const logging of nonEmpty(written)) {
        expect(kept.map(([logicalId]) => ({ Ref: logicalId }))).toContainEqual(Object(logging).LogGroup);
      }
    }
  });
});

describe("the functions that plan the day's charts", () => {
  it("leave a part of the hosts' rates to others", () => {
    for (const { charts, stores } of [prod, dev, localWithLiveStores]) {
      expect(charts.chartsPerMinute.ios).toBeLessThan(Number(stores.hosts["itunes.apple.com"].perMinute));
      expect(charts.chartsPerMinute.android).toBeLessThan(Number(stores.hosts["play.google.com"].perMinute));
    }
  });

  it("fetch a day's charts within the day, and within a quarter of an hour where the database sleeps", () => {
    const chartsADay = { ios: 111 * 3 * 26, android: 124 * 3 * 33 };
    const chartsOfOneCountry = { ios: 3 * 26, android: 3 * 33 };

    for (const platform of nonEmpty(platforms)) {
      expect(prod.charts.chartsPerMinute[platform] * 60 * 24).toBeGreaterThan(1.2 * chartsADay[platform]);
      const devMinutes = chartsOfOneCountry[platform] / dev.charts.chartsPerMinute[platform];
      expect(devMinutes).toBeLessThan(15);
    }
    expect([prod.charts.dailyCountries, dev.charts.dailyCountries]).toEqual(["active", ["us"]]);
  });
});

describe("the scrapers", () => {
  it("[SVC-8 SVC-9] accept only signed calls, outside of our network", () => {
    const urls = resourcesOf(templates.scrapers, "AWS::Lambda::Url");
    const functions = resourcesOf(templates.scrapers, "AWS::Lambda::Function");

    expect(urls.map(([, { Properties }]) => Properties?.AuthType)).toEqual(["AWS_IAM", "AWS_IAM"]);
    for (const [, { Properties }] of nonEmpty(functions)) expect(Properties).not.toHaveProperty("VpcConfig");
  });
});

describe("a stage whose database sleeps", () => {
  it("runs all schedules in the same tick, at most every six hours", () => {
    const data = synthesiseStage(dev);
    const rules = Object.values(data).flatMap((template) => resourcesOf(template, "AWS::Events::Rule"));

    const expressions = rules.flatMap(([, { Properties }]) => Properties?.ScheduleExpression ?? []);
    expect(expressions.toSorted()).toEqual([
      ...Array(3).fill("cron(0 0 * * ? *)"),
      ...Array(4).fill("cron(0 0/6 * * ? *)"),
    ]);
  });
});
