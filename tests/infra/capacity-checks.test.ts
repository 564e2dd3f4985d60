import { describe, expect, it } from "vitest";

import { API_PREFIX, endpoints } from "../../functions/endpoints.ts";
import { checkCapacity, type Load, maxConnections } from "../../infra/aws/capacity-checks.ts";
import { pipelineCalls } from "../../infra/aws/isolation-checks.ts";
import { local, localWithLiveStores } from "../../infra/aws/local-stages.ts";
import type { Stage } from "../../infra/aws/stage.ts";
import { dev, prod } from "../../infra/aws/stages.ts";
import { apiFunctions, oneEndpoint, resourcesOf, synthesiseStage } from "./fixtures/synthesise-stage.ts";

const load: Load = {
  consumers: [{ queueName: "sync-tracked-ios", maxConcurrency: 5, timeoutSeconds: 90, visibilitySeconds: 540 }],
  endpointCount: 20,
  storeEndpointCount: 3,
};
const cluster = { capacity: { minAcu: 1, maxAcu: 1 }, readers: 0, backupDays: 1 };

const withApi = (api: Partial<Stage["api"]>): Stage => ({ ...prod, api: { ...prod.api, ...api } });
const withSync = (sync: Partial<Stage["sync"]>): Stage => ({ ...prod, sync: { ...prod.sync, ...sync } });
const withCharts = (charts: Partial<Stage["charts"]>): Stage => ({ ...prod, charts: { ...prod.charts, ...charts } });
const withSweep = (sweep: Partial<Stage["sweep"]>): Stage => ({ ...prod, sweep: { ...prod.sweep, ...sweep } });
const withDatabase = (database: Partial<Stage["database"]>): Stage => ({
  ...prod,
  database: { ...prod.database, ...database },
});

describe("the connections that a database allows", () => {
  it.each([
    { minAcu: 1, maxAcu: 1, connections: 189 },
    { minAcu: 1, maxAcu: 16, connections: 3_024 },
    { minAcu: 1, maxAcu: 64, connections: 5_000 },
    { minAcu: 0.5, maxAcu: 16, connections: 2_000 },
    { minAcu: 0, maxAcu: 1, connections: 189 },
  ])("are at least $connections from $minAcu to $maxAcu ACU", ({ connections, ...capacity }) => {
    expect(maxConnections(capacity)).toBe(connections);
  });
});

describe("a stage", () => {
  it.each([local, localWithLiveStores, dev, prod])("called $name passes the checks", (stage) => {
    expect(() => synthesiseStage(stage)).not.toThrow();
  });

  // 0.8 × 189 = 151 connections: 5 of the consumer, one of the dispatcher, 10 of others, 135 left for the API.
  it("may open four fifths of the connections of its database, and not one more", () => {
    const ofAccount = (accountConcurrency: number): Stage => ({
      ...prod,
      api: { ...dev.api, accountConcurrency },
      scrapers: dev.scrapers,
      database: { ...prod.database, cluster },
    });
    expect(() => checkCapacity(ofAccount(135), load)).not.toThrow();

    expect(() => checkCapacity(ofAccount(136), load)).toThrow(
      "database.cluster.capacity.maxAcu (1) leaves 151 connections, and 152 may be open at once",
    );
  });

  it("counts the requests that the gateway lets in while none is slow, where no endpoint reserves environments", () => {
    const throttled = (rate: number, burst: number): Stage => ({
      ...withApi({ throttle: { rate, burst } }),
      database: { ...prod.database, cluster },
    });

    // 3 seconds of 20 requests and a burst of 35, 3 endpoints of 10 that wait for a store and one of 10 that reads
    // documents, 5 of the consumer, one of the dispatcher, 10 others.
    expect(() => checkCapacity(throttled(20, 35), load)).not.toThrow();
    expect(() => checkCapacity(throttled(20, 36), load)).toThrow(
      "leaves 151 connections, and 152 may be open at once: 5 by sync.maxConcurrency and charts.maxConcurrency, 136 by " +
        "api.throttle, 1 by the dispatcher of webhooks, 10 others.",
    );
  });

  // 16 endpoints of 7 environments, 4 of 10, 5 of the consumer, one of the dispatcher and 10 of others.
  it("counts the connections of endpoints that wait for a store or read documents by what they reserve", () => {
    const reserved = { ...withApi({ reservedConcurrency: 7 }), database: { ...prod.database, cluster } };

    expect(() => checkCapacity(reserved, load)).toThrow("and 168 may be open at once: 5 by sync.maxConcurrency");
  });

  it("counts the reserved concurrency of its endpoints, where set, instead of the account's", () => {
    const reserved = { ...withApi({ reservedConcurrency: 5 }), database: { ...prod.database, cluster } };
    expect(() => checkCapacity(reserved, load)).not.toThrow();

    expect(() => checkCapacity(withApi({ reservedConcurrency: 46 }), load)).toThrow(
      "17 x api.reservedConcurrency (46) + 3 x api.storeRoutes.reservedConcurrency (10) + " +
        "1 x api.oauth.reservedConcurrency (10) + 2 x scrapers.reservedConcurrency (60) + " +
        "1 x webhooks.reservedConcurrency (30) + 1 x the dispatcher of webhooks (1) reserve 973 environments, " +
        "more than api.accountConcurrency (1000) allows",
    );
  });

  it("counts the function for assistants among those that reserve environments, where it is on", () => {
    expect(() => checkCapacity(withApi({ reservedConcurrency: 46, mcp: "off" }), load)).toThrow(
      "16 x api.reservedConcurrency (46) + ",
    );
  });

  it.each([
    { setting: "sync.leaseRenewalMs (60000)", stage: withSync({ leaseRenewalMs: 60_000 }) },
    { setting: "sync.leaseSeconds (540)", stage: withSync({ leaseSeconds: 540 }) },
    { setting: "charts.leaseSeconds (540)", stage: withCharts({ leaseSeconds: 540 }) },
    { setting: "sweep.leaseSeconds (540)", stage: withSweep({ leaseSeconds: 540 }) },
    { setting: "database.connectTimeoutSeconds (25)", stage: withDatabase({ connectTimeoutSeconds: 25 }) },
    { setting: "database.connectTimeoutSeconds (90)", stage: withDatabase({ connectTimeoutSeconds: 90 }) },
  ])("is rejected with a message that names $setting", ({ setting, stage }) => {
    expect(() => checkCapacity(stage, load)).toThrow(setting);
  });

  it("whose database may sleep has no schedule that keeps it awake", () => {
    const sleepless = { ...dev, schedules: { ...dev.schedules, resendSyncs: "rate(5 minutes)" } };

    expect(() => checkCapacity(sleepless, load)).toThrow("schedules.resendSyncs, rate(5 minutes), keeps the database");
    expect(() => checkCapacity(prod, load)).not.toThrow();

    const often = { ...dev, schedules: { ...dev.schedules, resendCharts: "cron(0/30 * * * ? *)" } };
    expect(() => checkCapacity(often, load)).toThrow(
      "schedules.resendCharts, cron(0/30 * * * ? *), keeps the database",
    );
    const hourly = { ...dev, schedules: { ...dev.schedules, resendCharts: "rate(1 hour)" } };
    expect(() => checkCapacity(hourly, load)).not.toThrow();
  });

  it("has visibility timeouts of six times the consumer's timeout", () => {
    const consumers = load.consumers.map((consumer) => ({ ...consumer, visibilitySeconds: 539 }));

    expect(() => checkCapacity(prod, { ...load, consumers })).toThrow(
      "sync-tracked-ios hides a message for 539 seconds",
    );
  });

  it("is checked against its templates when it is synthesised", () => {
    const crowded = withSync({ maxConcurrency: { tracked: 200, on_demand: 200 } });

    expect(() => synthesiseStage(crowded)).toThrow(/ 8\d\d by sync\.maxConcurrency/);
    expect(() => synthesiseStage(withSync({ leaseRenewalMs: 60_000 }))).toThrow("sync.leaseRenewalMs");
  });

  it("called dev reserves nothing, so that it fits an account that may run 10 functions", () => {
    const functions = Object.values(synthesiseStage(dev)).flatMap((template) =>
      resourcesOf(template, "AWS::Lambda::Function"),
    );

    expect(functions.length).toBeGreaterThan(50);
    expect(functions.filter(([, { Properties }]) => Properties?.ReservedConcurrentExecutions !== undefined)).toEqual(
      [],
    );
  });

  it("reserves one environment for the dispatcher of webhooks in prod, and thirty for the sender", () => {
    const reserved = Object.values(synthesiseStage(prod))
      .flatMap((template) => resourcesOf(template, "AWS::Lambda::Function"))
      .map(([, { Properties }]) => [Properties?.FunctionName, Properties?.ReservedConcurrentExecutions])
      .filter(([name]) => String(name).endsWith("-webhooks") || String(name).endsWith("-send-webhook"));

    expect(Object.fromEntries(reserved)).toMatchObject({
      "shelfwatch-prod-dispatch-webhooks": 1,
      "shelfwatch-prod-send-webhook": 30,
    });
  });

  it("reserves concurrency for endpoints where set, and for those that wait for a store or a document", () => {
    const reserved = (stage: Stage) =>
      apiFunctions(stage)
        .map(([, { Properties }]) => Properties?.ReservedConcurrentExecutions)
        .toSorted();

    expect(reserved(prod).filter((count) => count !== undefined)).toEqual([10, 10, 10, 10, 10]);
    expect(new Set(reserved(dev))).toEqual(new Set([undefined]));
    // The response to unknown routes and the pages of the documentation and the dashboard.
    const unreserved = reserved({ ...dev, api: { ...dev.api, reservedConcurrency: 2 } }).filter((count) => count !== 2);
    expect(unreserved).toEqual([undefined, undefined, undefined]);
  });
});

describe("the isolation of a stage's pipeline from its users", () => {
  const withScrapers = (reservedConcurrency: number) => ({
    ...prod,
    scrapers: { ...prod.scrapers, reservedConcurrency },
  });

  it("leaves each scraper an environment for every call that may be made at once", () => {
    expect(pipelineCalls(prod, "ios")).toBe(15);
    expect(() => checkCapacity(withScrapers(45), load)).not.toThrow();
    expect(() => checkCapacity(withScrapers(44), load)).toThrow(
      "scrapers.reservedConcurrency (44) must be at least 45: 15 calls at once by the consumers of ios, 30 by 3 endpoints",
    );
  });

  const withSender = (reservedConcurrency: number, api: Partial<Stage["api"]> = {}): Stage => ({
    ...withApi(api),
    webhooks: { ...prod.webhooks, reservedConcurrency },
  });

  it("has an environment of the sender for each request that a tick sends at once", () => {
    expect(() => checkCapacity(withSender(20, { oauth: "off" }), load)).not.toThrow();
    expect(() => checkCapacity(withSender(19, { oauth: "off" }), load)).toThrow(
      "webhooks.reservedConcurrency (19) must be at least 20: 20 requests that a tick sends at once, 0 readings",
    );
  });

  it("[OAUTH-17] has further environments of the sender for all readings of documents at once", () => {
    expect(() => checkCapacity(withSender(30), load)).not.toThrow();
    expect(() => checkCapacity(withSender(29), load)).toThrow(
      "webhooks.reservedConcurrency (29) must be at least 30: 20 requests that a tick sends at once, 10 readings",
    );
  });

  it("[OAUTH-17] limits the readings of documents where the sender has environments of its own", () => {
    const oauth = { registration: "off" as const };

    expect(() => checkCapacity(withSender(30, { oauth }), load)).toThrow("api.oauth.reservedConcurrency must be set");
  });

  it("[OAUTH-17] takes what each endpoint reserves as the limit of readings that have none of their own", () => {
    const oauth = { registration: "off" as const };

    expect(() => checkCapacity(withSender(25, { oauth, reservedConcurrency: 5 }), load)).not.toThrow();
    expect(() => checkCapacity(withSender(24, { oauth, reservedConcurrency: 5 }), load)).toThrow("must be at least 25");
  });

  it("[OAUTH-17] has one endpoint that reads documents, and only it and the dispatcher call the sender", () => {
    const functions = Object.values(synthesiseStage(prod)).flatMap((template) =>
      resourcesOf(template, "AWS::Lambda::Function"),
    );
    const callers = functions
      .filter(([, { Properties }]) => Object(Properties?.Environment).Variables?.WEBHOOK_SENDER_URL !== undefined)
      .map(([, { Properties }]) => [Properties?.FunctionName, Properties?.ReservedConcurrentExecutions]);

    expect(Object.fromEntries(callers)).toEqual({
      "shelfwatch-prod-dispatch-webhooks": 1,
      "shelfwatch-prod-start-authorization": 10,
    });
  });

  it("is not set by halves, nor by a limit that limits nothing", () => {
    const { storeRoutes, ...api } = prod.api;
    const loose = { throttle: prod.api.throttle, reservedConcurrency: 10 };

    expect(() => checkCapacity({ ...prod, api }, load)).toThrow("must be set together");
    expect(() => checkCapacity(withApi({ storeRoutes: loose }), load)).toThrow("api.storeRoutes.throttle.rate (100)");
  });

  it("lets assistants send no more than the API takes, since each call of a tool is a request to it", () => {
    const withRate = (rate: number): Stage =>
      withApi({ mcp: { throttle: { rate, burst: 40 }, requestsPerAddress: 600 } });

    expect(() => checkCapacity(withRate(100), load)).not.toThrow();
    expect(() => checkCapacity(withRate(101), load)).toThrow(
      "api.mcp.throttle.rate (101) must be at most api.throttle.rate (100), since each call of a tool is a request",
    );
  });

  it("limits the routes whose clients wait for a store, once they exist", () => {
    const [[, stage] = []] = resourcesOf(synthesiseStage(prod).api, "AWS::ApiGatewayV2::Stage");
    const limited = endpoints.filter(({ needs }) => needs === "stores").map(({ contract }) => contract);

    const ofApi = Object.entries(stage?.Properties?.RouteSettings ?? {}).filter(([route]) =>
      route.includes(API_PREFIX),
    );
    expect(Object.fromEntries(ofApi)).toEqual(
      Object.fromEntries(
        limited.map(({ method, path }) => [
          `${method} ${API_PREFIX}${path}`,
          { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 20 },
        ]),
      ),
    );
    // The others are pages and the endpoint for assistants.
    expect(stage?.DependsOn).toHaveLength(Object.keys(stage?.Properties?.RouteSettings ?? {}).length);
    const ofDev = resourcesOf(synthesiseStage(dev).api, "AWS::ApiGatewayV2::Stage").map(([, { Properties }]) =>
      Object.keys(Properties?.RouteSettings ?? {}).filter((route) => route.includes(API_PREFIX)),
    );
    expect(ofDev).toEqual([[]]);
  });
});

describe("a stage with a domain", () => {
  it("serves the API there alone", () => {
    const domain = { name: "api.example.com", certificateArn: "arn:aws:acm:us-east-1:000000000000:certificate/1" };
    const { api } = synthesiseStage(withApi({ domain }), oneEndpoint);
    const only = (type: string) => resourcesOf(api, type).map(([, { Properties }]) => Properties);

    expect(only("AWS::ApiGatewayV2::Api")).toMatchObject([{ DisableExecuteApiEndpoint: true }]);
    expect(only("AWS::ApiGatewayV2::DomainName")).toMatchObject([
      { DomainName: domain.name, DomainNameConfigurations: [{ CertificateArn: domain.certificateArn }] },
    ]);
    expect(only("AWS::ApiGatewayV2::ApiMapping")).toHaveLength(1);
    expect(api?.Outputs?.ApiUrl?.Value).toBe("https://api.example.com");
  });
});
