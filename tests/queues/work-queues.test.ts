import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, describe, expect, it } from "vitest";

import type { SyncMessage } from "../../lib/queues/messages.ts";
import { createPipelineQueues, createSyncQueues, QueueSendError } from "../../lib/queues/work-queues.ts";

const url = "https://queues.example/sync-tracked-ios";
const client = new SQSClient({ region: "us-east-1" });
const sqs = mockClient(client);
const queues = createSyncQueues(async () => client, { tracked: { ios: url } });
const queue = { purpose: "tracked", platform: "ios" } as const;

const message = (appId: number): SyncMessage => ({
  v: 1,
  runId: "00000000-0000-4000-8000-000000000000",
  appId,
  platform: "ios",
  phase: "identity",
  correlationId: "test",
});

const sentBatches = () => sqs.commandCalls(SendMessageBatchCommand).map(({ args }) => args[0].input);

describe("sending to a sync queue", () => {
  beforeEach(() => {
    sqs.reset();
    sqs.on(SendMessageBatchCommand).resolves({});
  });

  it("sends at most ten messages in one request", async () => {
    await queues.send(
      queue,
      Array.from({ length: 23 }, (_, index) => message(index + 1)),
    );
    expect(sentBatches().map(({ Entries }) => Entries?.length)).toEqual([10, 10, 3]);
    expect(sentBatches().map(({ QueueUrl }) => QueueUrl)).toEqual([url, url, url]);
  });

  it.each([
    { waits: 0, delay: 0 },
    { waits: 0.4, delay: 2 },
    { waits: 33.75, delay: 35 },
    { waits: 10_000, delay: 900 },
  ])("delays by whole seconds past $waits s, never longer than SQS allows: $delay", async ({ waits, delay }) => {
    await queues.send(queue, [message(1)], { delaySeconds: waits });
    expect(sentBatches()[0]?.Entries?.[0]?.DelaySeconds).toBe(delay);
  });

  it("delays each message of a batch by its own wait", async () => {
    await queues.send(queue, [message(1), message(2), message(3)], { delaySeconds: ({ appId }) => (appId - 1) * 100 });

    expect(sentBatches().map(({ Entries }) => Entries?.map(({ DelaySeconds }) => DelaySeconds))).toEqual([
      [0, 101, 201],
    ]);
  });

  it("throws when SQS rejects one message of a batch", async () => {
    sqs.on(SendMessageBatchCommand).resolves({ Failed: [{ Id: "1", Code: "InternalError", SenderFault: false }] });
    await expect(queues.send(queue, [message(1), message(2)])).rejects.toBeInstanceOf(QueueSendError);
  });

  it("throws for a queue that the function may not send to", async () => {
    await expect(queues.send({ purpose: "tracked", platform: "android" }, [message(1)])).rejects.toBeInstanceOf(
      QueueSendError,
    );
  });
});

describe("the queues of the sync pipeline", () => {
  const [tracked, onDemand] = ["https://queues.example/tracked", "https://queues.example/on-demand"];
  const pipeline = createPipelineQueues(async () => client, { tracked: { ios: tracked }, onDemand: { ios: onDemand } });
  const batch = {
    v: 1,
    platform: "ios",
    kind: "metrics",
    day: "2026-05-10",
    shard: 0,
    countryCode: "us",
    locale: "",
    correlationId: "test",
  } as const;

  beforeEach(() => {
    sqs.reset();
    sqs.on(SendMessageBatchCommand).resolves({});
  });

  it("take the batches of the day's sweep with scheduled syncs", async () => {
    await pipeline.syncs.send({ purpose: "tracked", platform: "ios" }, [message(1)]);
    await pipeline.sweeps.send("ios", [batch]);
    expect(sentBatches().map(({ QueueUrl }) => QueueUrl)).toEqual([tracked, tracked]);
  });

  it("[QUE-3] take express shards and their batches with the syncs that users request", async () => {
    await pipeline.syncs.send({ purpose: "on_demand", platform: "ios" }, [message(1)]);
    await pipeline.express.send("ios", [{ v: 1, kind: "express", platform: "ios", correlationId: "test" }]);
    await pipeline.expressBatches.send("ios", [batch]);
    expect(sentBatches().map(({ QueueUrl }) => QueueUrl)).toEqual([onDemand, onDemand, onDemand]);
  });
});
