import { readFile } from "node:fs/promises";
import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { findFailures } from "../../../infra/local/host/event-source.ts";
import { startFixtureHost } from "../fixtures/start-fixture-host.ts";

const batch = [{ MessageId: "a" }, { MessageId: "b" }];

function failuresOf(payload: unknown, reports = true): readonly string[] {
  return [...findFailures({ ok: true, payload: JSON.stringify(payload) }, batch, reports)];
}

describe("the outcome of a batch", () => {
  it.each([
    ["names one message", { batchItemFailures: [{ itemIdentifier: "b" }] }, ["b"]],
    ["names none", { batchItemFailures: [] }, []],
    ["says nothing", null, []],
    ["has no list", {}, []],
    ["names a message that is not in the batch", { batchItemFailures: [{ itemIdentifier: "z" }] }, ["a", "b"]],
    ["names an empty id", { batchItemFailures: [{ itemIdentifier: "" }] }, ["a", "b"]],
    ["names no id", { batchItemFailures: [{}] }, ["a", "b"]],
  ])("when the function %s", (_what, payload, expected) => {
    expect(failuresOf(payload)).toEqual(expected);
  });

  it("is a failure of all messages when the function fails", () => {
    const outcome = { ok: false, kind: "error", errorType: "Error", errorMessage: "" } as const;

    expect([...findFailures(outcome, batch, true)]).toEqual(["a", "b"]);
  });

  it("is a success when the mapping does not report failures by message", () => {
    expect(failuresOf({ batchItemFailures: [{ itemIdentifier: "b" }] }, false)).toEqual([]);
  });
});

describe("a queue and its consumer", () => {
  let host: Awaited<ReturnType<typeof startFixtureHost>>;
  let sqs: SQSClient;
  beforeAll(async () => {
    host = await startFixtureHost();
    sqs = new SQSClient({
      endpoint: host.sqsEndpoint,
      region: "us-east-1",
      credentials: { accessKeyId: "test", secretAccessKey: "test" },
    });
  });
  afterAll(async () => {
    sqs?.destroy();
    await host?.stop();
  });

  async function send(body: string): Promise<void> {
    await sqs.send(new SendMessageCommand({ QueueUrl: host.queueUrl("work"), MessageBody: body }));
  }

  async function deliveriesOf(body: string): Promise<number> {
    const notes = await readFile(host.notesPath, "utf8").catch(() => "");
    return notes.split("\n").filter((line) => line === body).length;
  }

  async function messagesIn(queueName: string): Promise<number> {
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl: host.queueUrl(queueName), AttributeNames: ["All"] }),
    );
    return Number(Attributes?.ApproximateNumberOfMessages) + Number(Attributes?.ApproximateNumberOfMessagesNotVisible);
  }

  it("deliver a message once when the function succeeds", async () => {
    await send("fine");

    await expect.poll(() => deliveriesOf("fine")).toBe(1);
    await expect.poll(() => messagesIn("work")).toBe(0);
  });

  it("deliver a failing message five times, then move it to the dead-letter queue", { timeout: 150_000 }, async () => {
    await send("fail-always");
    await send("throw");

    await expect.poll(() => messagesIn("work-dlq"), { timeout: 120_000, interval: 500 }).toBe(2);
    expect([await deliveriesOf("fail-always"), await deliveriesOf("throw")]).toEqual([5, 5]);
  });
});
