import { SQSClient, StartMessageMoveTaskCommand } from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { afterEach, describe, expect, it } from "vitest";

import { redriveQueue } from "../../lib/operations/redrive-queue.ts";
import { deadLetterQueueName, queueNames } from "../../lib/queues/queue-names.ts";

/** The SQS of the local host does not know the command, so that its input alone is tested. */
const client = new SQSClient({ region: "eu-central-1" });
const sqs = mockClient(client);
afterEach(() => sqs.reset());

const arnOf = (name: string) => `arn:aws:sqs:eu-central-1:123456789012:${deadLetterQueueName(name)}`;
const deps = { sqs: client, deadLetterArns: queueNames.map(arnOf) };

describe("redrive-queue", () => {
  it.each(queueNames)("has SQS move the dead letters of %s back at most ten per second", async (queue) => {
    sqs.on(StartMessageMoveTaskCommand).resolves({ TaskHandle: "task" });

    expect(await redriveQueue(deps, { queue })).toEqual({ queue, task_handle: "task", messages_per_second: 10 });
    expect(sqs.commandCalls(StartMessageMoveTaskCommand).map(({ args }) => args[0].input)).toEqual([
      { SourceArn: arnOf(queue), MaxNumberOfMessagesPerSecond: 10 },
    ]);
  });

  it("fails when SQS rejects the task, as while an earlier one is running", async () => {
    const rejection = new Error("There is already a task running.");
    sqs.on(StartMessageMoveTaskCommand).rejects(rejection);

    await expect(redriveQueue(deps, { queue: "charts-ios" })).rejects.toBe(rejection);
  });
});
