import { describe, expect, it } from "vitest";
import * as z from "zod";

import { API_PREFIX, endpoints } from "../../functions/endpoints.ts";
import { dev, local, prod } from "../../infra/stages.ts";
import { resourcesOf, synthesiseStage } from "./fixtures/synthesise-stage.ts";

const RESOURCES_PER_STACK_MAX = 450;
const QUEUES = [
  "charts-android",
  "charts-ios",
  "sync-on-demand-android",
  "sync-on-demand-ios",
  "sync-tracked-android",
  "sync-tracked-ios",
];

const templates = synthesiseStage(prod);

const queueProperties = z.object({
  QueueName: z.string(),
  VisibilityTimeout: z.number().optional(),
  MessageRetentionPeriod: z.number().optional(),
  SqsManagedSseEnabled: z.boolean(),
  RedrivePolicy: z.object({ maxReceiveCount: z.number() }).optional(),
});
const queues = resourcesOf(templates.pipeline, "AWS::SQS::Queue").map(([, { Properties }]) =>
  queueProperties.parse(Properties),
);
const mainQueues = queues.filter(({ RedrivePolicy }) => RedrivePolicy !== undefined);

const consumers = resourcesOf(templates.pipeline, "AWS::Lambda::Function").filter(
  ([, { Metadata }]) => Metadata?.["local:entry"] === "functions/workers/sync-app.ts",
);

describe("the stacks", () => {
  it.each([local, dev, prod])("have fewer resources than CloudFormation allows in stage $name", (stage) => {
    for (const { Resources } of Object.values(synthesiseStage(stage))) {
      expect(Object.keys(Resources).length).toBeLessThan(RESOURCES_PER_STACK_MAX);
    }
  });

  it("give every endpoint of the registry a route", () => {
    const routes = resourcesOf(templates.api, "AWS::ApiGatewayV2::Route").map(
      ([, { Properties }]) => Properties?.RouteKey,
    );

    expect(routes.toSorted()).toEqual(
      ["$default", ...endpoints.map(({ contract }) => `${contract.method} ${API_PREFIX}${contract.path}`)].toSorted(),
    );
  });

  it("run every function on Node 24 for arm64 with traces and a log group of its own", () => {
    const functions = Object.values(templates).flatMap((template) => resourcesOf(template, "AWS::Lambda::Function"));
    const own = functions.filter(([, { Metadata }]) => Metadata?.["local:entry"] !== undefined);
    const logGroups = own.map(([, { Properties }]) => JSON.stringify(Properties?.LoggingConfig));

    for (const [, { Properties }] of own) {
      expect(Properties).toMatchObject({
        Runtime: "nodejs24.x",
        Architectures: ["arm64"],
        TracingConfig: { Mode: "Active" },
      });
    }
    expect(new Set(logGroups).size).toBe(own.length);
  });
});

describe("the queues", () => {
  it("are the six of the specification, each with its dead-letter queue", () => {
    expect(mainQueues.map(({ QueueName }) => QueueName).toSorted()).toEqual(QUEUES);
    expect(queues.map(({ QueueName }) => QueueName)).toEqual(
      expect.arrayContaining(QUEUES.map((name) => `${name}-dlq`)),
    );
  });

  it("hide a message six times as long as its consumer may take", () => {
    for (const { VisibilityTimeout } of mainQueues) {
      expect(VisibilityTimeout).toBeGreaterThanOrEqual(6 * prod.sync.workerTimeoutSeconds);
    }
  });

  it("are encrypted, refuse plain HTTP and give up after five deliveries", () => {
    const policies = resourcesOf(templates.pipeline, "AWS::SQS::QueuePolicy");

    expect(queues.every(({ SqsManagedSseEnabled }) => SqsManagedSseEnabled)).toBe(true);
    expect(mainQueues.every(({ RedrivePolicy }) => RedrivePolicy?.maxReceiveCount === 5)).toBe(true);
    expect(policies).toHaveLength(queues.length);
    for (const [, { Properties }] of policies)
      expect(JSON.stringify(Properties)).toContain('"aws:SecureTransport":"false"');
  });

  it("keep what failed for 14 days and raise an alarm that names its runbook", () => {
    const dead = queues.filter(({ QueueName }) => QueueName.endsWith("-dlq"));
    const alarms = resourcesOf(templates.pipeline, "AWS::CloudWatch::Alarm");

    expect(dead.every(({ MessageRetentionPeriod }) => MessageRetentionPeriod === 14 * 86_400)).toBe(true);
    expect(alarms).toHaveLength(QUEUES.length);
    for (const [, { Properties }] of alarms) expect(Properties?.AlarmDescription).toMatch(/docs\/runbook\.md#/);
  });
});

describe("the sync consumers", () => {
  it("are one per sync queue and may re-send their own messages", () => {
    expect(consumers).toHaveLength(4);
    expect(consumers.every(([, { Properties }]) => Properties?.RecursiveLoop === "Allow")).toBe(true);
  });

  it("take one message at a time, report failures by message and filter nothing", () => {
    const sources = resourcesOf(templates.pipeline, "AWS::Lambda::EventSourceMapping");

    expect(sources).toHaveLength(4);
    for (const [, { Properties }] of sources) {
      expect(Properties).toMatchObject({ BatchSize: 1, FunctionResponseTypes: ["ReportBatchItemFailures"] });
      expect(Properties).not.toHaveProperty("FilterCriteria");
    }
  });

  it.each([
    ["Ios", "Android"],
    ["Android", "Ios"],
  ])("of %s may call its own scraper and queues, and not those of %s", (own, other) => {
    const policies = resourcesOf(templates.pipeline, "AWS::IAM::Policy").filter(([id]) =>
      id.includes(`${own}Consumer`),
    );

    expect(policies).toHaveLength(2);
    for (const [, { Properties }] of policies) {
      const policy = JSON.stringify(Properties);
      expect(policy).toContain(
        '"Action":"lambda:InvokeFunctionUrl","Condition":{"StringEquals":{"lambda:FunctionUrlAuthType":"AWS_IAM"}}',
      );
      expect(policy).toContain(
        '"Action":"lambda:InvokeFunction","Condition":{"Bool":{"lambda:InvokedViaFunctionUrl":true}}',
      );
      expect(policy).toContain(`${own}Scraper`);
      expect(policy).not.toContain(`${other}Scraper`);
      expect(policy).not.toContain(`${other}Queue`);
    }
  });
});

describe("the scrapers", () => {
  it("answer signed callers alone, outside any network of ours", () => {
    const urls = resourcesOf(templates.scrapers, "AWS::Lambda::Url");
    const functions = resourcesOf(templates.scrapers, "AWS::Lambda::Function");

    expect(urls.map(([, { Properties }]) => Properties?.AuthType)).toEqual(["AWS_IAM", "AWS_IAM"]);
    for (const [, { Properties }] of functions) expect(Properties).not.toHaveProperty("VpcConfig");
  });

  it("may do nothing but write logs and traces", () => {
    const actions = resourcesOf(templates.scrapers, "AWS::IAM::Policy").flatMap(([, { Properties }]) =>
      [...JSON.stringify(Properties).matchAll(/"((?:logs|xray|sqs|secretsmanager|lambda):\w+)"/g)].map(
        ([, action]) => action,
      ),
    );

    expect([...new Set(actions)].toSorted()).toEqual([
      "logs:CreateLogStream",
      "logs:PutLogEvents",
      "xray:PutTelemetryRecords",
      "xray:PutTraceSegments",
    ]);
  });
});

describe("the endpoints", () => {
  it("may send to the on-demand queues only when they queue syncs, and call stores only when they ask them", () => {
    for (const { contract, needs } of endpoints) {
      const prefix = contract.operation.charAt(0).toUpperCase() + contract.operation.slice(1);
      const [found] = resourcesOf(templates.api, "AWS::IAM::Policy").filter(([id]) =>
        id.startsWith(`${prefix}Handler`),
      );
      const policy = JSON.stringify(found);

      expect([prefix, policy.includes("sqs:SendMessage")]).toEqual([prefix, needs === "on_demand_queues"]);
      expect([prefix, policy.includes("lambda:InvokeFunctionUrl")]).toEqual([prefix, needs === "stores"]);
      expect(policy).not.toContain("SyncTracked");
    }
  });
});

describe("a stage whose database sleeps", () => {
  it("runs all schedules in the same tick, at most every six hours", () => {
    const data = synthesiseStage(dev);
    const rules = Object.values(data).flatMap((template) => resourcesOf(template, "AWS::Events::Rule"));

    expect(rules.map(([, { Properties }]) => Properties?.ScheduleExpression).toSorted()).toEqual([
      "cron(0 0 * * ? *)",
      "cron(0 0/6 * * ? *)",
      "cron(0 0/6 * * ? *)",
    ]);
  });
});
