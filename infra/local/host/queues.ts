import * as z from "zod";
import { LOCALHOST } from "./http-server.ts";
import type { HostedQueue } from "./model.ts";
import { LOCAL_ACCOUNT, LOCAL_REGION, queueArn } from "./resource-names.ts";
import type { FindDenial, ServiceCall } from "./service-calls.ts";

const CALL_MS_MAX = 30_000;

export type QueueServer = {
  readonly endpoint: string;
  readonly queueUrl: (queueName: string) => string;
  readonly call: (action: string, body: object, signal?: AbortSignal) => Promise<unknown>;
  readonly close: () => Promise<void>;
};

export async function startQueueServer(findDenial: FindDenial = () => undefined): Promise<QueueServer> {
  const { buildApp } = await import("fauxqs");
  const app = buildApp({ logger: false, defaultRegion: LOCAL_REGION });
  app.addHook("preHandler", async ({ headers, body }, reply) => {
    const message = findDenial({ headers, ...readCall(String(headers["x-amz-target"]), body) });
    if (message === undefined) return;
    // Clients of SQS's JSON protocol read the code of the error from this header.
    await reply
      .code(403)
      .headers({ "content-type": "application/x-amz-json-1.0", "x-amzn-query-error": "AccessDenied;Sender" })
      .send(JSON.stringify({ __type: "com.amazon.coral.service#AccessDeniedException", message }));
  });
  const endpoint = await app.listen({ port: 0, host: LOCALHOST });

  return {
    endpoint,
    queueUrl: (queueName) => `${endpoint}/${LOCAL_ACCOUNT}/${queueName}`,
    call: (action, body, signal) => call({ endpoint, action, body, signal }),
    close: async () => {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

const queueOf = z.object({
  QueueUrl: z.string().optional(),
  QueueName: z.string().optional(),
  SourceArn: z.string().optional(),
});

/** Returns the right that a call needs. The right to one message includes a batch. */
function readCall(target: string, body: unknown): Pick<ServiceCall, "action" | "resourceArn"> {
  const { QueueUrl, QueueName = "", SourceArn } = queueOf.catch({}).parse(body);
  const action = target.replace(/^AmazonSQS\./, "sqs:").replace(/Batch$/, "");
  return { action, resourceArn: SourceArn ?? queueArn(QueueUrl?.split("/").at(-1) ?? QueueName) };
}

/** Creates dead-letter queues first, since the others refer to them. */
export async function createQueues(server: QueueServer, queues: readonly HostedQueue[]): Promise<void> {
  const redrives = ({ attributes }: HostedQueue) => Number("RedrivePolicy" in attributes);
  for (const { name, attributes } of queues.toSorted((one, other) => redrives(one) - redrives(other))) {
    await server.call("CreateQueue", { QueueName: name, Attributes: attributes });
  }
}

const receivedMessages = z.object({
  Messages: z
    .array(
      z.object({
        MessageId: z.string(),
        ReceiptHandle: z.string(),
        Body: z.string(),
        MD5OfBody: z.string(),
        Attributes: z.record(z.string(), z.string()).default({}),
        MessageAttributes: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
      }),
    )
    .default([]),
});
export type ReceivedMessage = z.infer<typeof receivedMessages>["Messages"][number];

export async function receiveMessages(
  server: QueueServer,
  input: {
    readonly queueName: string;
    readonly count: number;
    readonly waitSeconds: number;
    readonly signal: AbortSignal;
  },
): Promise<readonly ReceivedMessage[]> {
  const received = await server.call(
    "ReceiveMessage",
    {
      QueueUrl: server.queueUrl(input.queueName),
      MaxNumberOfMessages: input.count,
      WaitTimeSeconds: input.waitSeconds,
      MessageSystemAttributeNames: ["All"],
      AttributeNames: ["All"],
      MessageAttributeNames: ["All"],
    },
    input.signal,
  );
  return receivedMessages.parse(received).Messages;
}

async function call(input: {
  readonly endpoint: string;
  readonly action: string;
  readonly body: object;
  readonly signal: AbortSignal | undefined;
}): Promise<unknown> {
  const timeout = AbortSignal.timeout(CALL_MS_MAX);
  const response = await fetch(input.endpoint, {
    method: "POST",
    headers: { "content-type": "application/x-amz-json-1.0", "x-amz-target": `AmazonSQS.${input.action}` },
    body: JSON.stringify(input.body),
    signal: input.signal ? AbortSignal.any([input.signal, timeout]) : timeout,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`SQS ${input.action} returned ${response.status}: ${text.slice(0, 500)}`);
  return text === "" ? {} : JSON.parse(text);
}
