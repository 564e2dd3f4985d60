import { isObject } from "../../templates/template.ts";
import type { Outcome } from "./environment.ts";
import type { InvokeFunction } from "./http-api.ts";
import type { HostedSource } from "./model.ts";
import { type QueueServer, type ReceivedMessage, receiveMessages } from "./queues.ts";
import { LOCAL_REGION } from "./resource-names.ts";

const WAIT_SECONDS = 20;
const PAUSE_AFTER_FAILURE_MS = 500;

export function pollQueue(input: {
  readonly source: HostedSource;
  readonly server: QueueServer;
  readonly invoke: InvokeFunction;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}): void {
  const { source, server, invoke, signal, onError } = input;
  const underWay = new Set<Promise<void>>();

  async function poll(): Promise<void> {
    while (!signal.aborted) {
      if (underWay.size >= source.maxConcurrency) await Promise.race(underWay);
      const { queueName, batchSize } = source;
      const batch = await receiveMessages(server, { queueName, count: batchSize, waitSeconds: WAIT_SECONDS, signal });
      if (batch.length > 0) start(batch);
    }
  }

  function start(batch: readonly ReceivedMessage[]): void {
    const work: Promise<void> = deliver(batch)
      .catch(report)
      .finally(() => underWay.delete(work));
    underWay.add(work);
  }

  async function deliver(batch: readonly ReceivedMessage[]): Promise<void> {
    const records = batch.map((message) => toRecord(message, source.queueArn));
    const outcome = await invoke(source.functionArn, { Records: records });
    const failed = findFailures(outcome, batch, source.reportsBatchItemFailures);
    // A message that is not deleted becomes visible again after its visibility timeout.
    await Promise.all(batch.filter(({ MessageId }) => !failed.has(MessageId)).map(remove));
  }

  async function remove({ ReceiptHandle }: ReceivedMessage): Promise<void> {
    await server.call("DeleteMessage", { QueueUrl: server.queueUrl(source.queueName), ReceiptHandle });
  }

  function report(error: unknown): void {
    if (!signal.aborted) onError(error);
  }

  async function keepPolling(): Promise<void> {
    while (!signal.aborted) {
      await poll().catch(report);
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_FAILURE_MS));
    }
  }

  keepPolling().catch(report);
}

export function findFailures(
  outcome: Outcome,
  batch: readonly Pick<ReceivedMessage, "MessageId">[],
  reportsBatchItemFailures: boolean,
): ReadonlySet<string> {
  const all = new Set(batch.map(({ MessageId }) => MessageId));
  if (!outcome.ok) return all;
  const returned: unknown = JSON.parse(outcome.payload);
  if (!reportsBatchItemFailures || !isObject(returned)) return new Set();

  const failures = returned.batchItemFailures ?? [];
  if (!Array.isArray(failures)) return all;
  const named = failures.map((failure) => (isObject(failure) ? failure.itemIdentifier : undefined));
  const known = named.filter((id): id is string => typeof id === "string" && all.has(id));
  return known.length === named.length ? new Set(known) : all;
}

function toRecord(message: ReceivedMessage, queueArn: string) {
  const attributes = Object.entries(message.MessageAttributes).map(([name, value]) => [name, lowerCaseKeys(value)]);
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: message.Attributes,
    messageAttributes: Object.fromEntries(attributes),
    md5OfBody: message.MD5OfBody,
    eventSource: "aws:sqs",
    eventSourceARN: queueArn,
    awsRegion: LOCAL_REGION,
  };
}

function lowerCaseKeys(value: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(value).map(([key, item]) => [key.charAt(0).toLowerCase() + key.slice(1), item]);
  return Object.fromEntries(entries);
}
