import { describe, expect, it } from "vitest";
import * as z from "zod";

import { dev, prod } from "../../infra/aws/stages.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { resourcesOf, synthesiseStage } from "./fixtures/synthesise-stage.ts";

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

const consumersOf = (entry: string) =>
  resourcesOf(templates.pipeline, "AWS::Lambda::Function").filter(
    ([, { Metadata }]) => Metadata?.["local:entry"] === entry,
  );
const consumers = [
  ...consumersOf("functions/pipeline/sync-app.ts"),
  ...consumersOf("functions/pipeline/fetch-chart.ts"),
];

describe("the queues", () => {
  it("[QUE-1] are the six of the specification, each with its dead-letter queue", () => {
    expect(mainQueues.map(({ QueueName }) => QueueName).toSorted()).toEqual(QUEUES);
    expect(queues.map(({ QueueName }) => QueueName)).toEqual(
      expect.arrayContaining(QUEUES.map((name) => `${name}-dlq`)),
    );
  });

  it("are encrypted, reject plain HTTP and give up after five deliveries", () => {
    const policies = resourcesOf(templates.pipeline, "AWS::SQS::QueuePolicy");

    expect(queues.every(({ SqsManagedSseEnabled }) => SqsManagedSseEnabled)).toBe(true);
    expect(mainQueues.every(({ RedrivePolicy }) => RedrivePolicy?.maxReceiveCount === 5)).toBe(true);
    expect(policies).toHaveLength(queues.length);
    for (const [, { Properties }] of policies)
      expect(JSON.stringify(Properties)).toContain('"aws:SecureTransport":"false"');
  });

  it("have two consumers each in dev at most, the least of SQS, since a new account may run ten functions at once", () => {
    const mappings = resourcesOf(synthesiseStage(dev).pipeline, "AWS::Lambda::EventSourceMapping");

    expect(mappings.map(([, { Properties }]) => Object(Properties?.ScalingConfig).MaximumConcurrency)).toEqual(
      QUEUES.map(() => 2),
    );
  });

  it("allow only themselves their dead-letter queue", () => {
    for (const [, { Properties }] of nonEmpty(resourcesOf(templates.pipeline, "AWS::SQS::Queue"))) {
      const { QueueName, RedriveAllowPolicy } = Object(Properties);
      if (!QueueName.endsWith("-dlq")) continue;

      expect(RedriveAllowPolicy).toMatchObject({ redrivePermission: "byQueue" });
      expect(JSON.stringify(RedriveAllowPolicy.sourceQueueArns)).toMatch(`:${QueueName.replace("-dlq", "")}"`);
    }
  });

  it("keep dead letters for 14 days", () => {
    const dead = queues.filter(({ QueueName }) => QueueName.endsWith("-dlq"));

    expect(dead.every(({ MessageRetentionPeriod }) => MessageRetentionPeriod === 14 * 86_400)).toBe(true);
  });
});

describe("the consumers", () => {
  it("[QUE-2] are one per queue and may re-send their own messages", () => {
    expect(consumers).toHaveLength(6);
    expect(consumers.every(([, { Properties }]) => Properties?.RecursiveLoop === "Allow")).toBe(true);
  });

  it("take one message at a time, report failures by message and filter nothing", () => {
    const sources = resourcesOf(templates.pipeline, "AWS::Lambda::EventSourceMapping");

    expect(sources).toHaveLength(6);
    for (const [, { Properties }] of sources) {
      expect(Properties).toMatchObject({ BatchSize: 1, FunctionResponseTypes: ["ReportBatchItemFailures"] });
      expect(Properties).not.toHaveProperty("FilterCriteria");
      expect(Properties?.ScalingConfig).toMatchObject({ MaximumConcurrency: 5 });
    }
  });
});
