import { SendMessageBatchCommand } from "@aws-sdk/client-sqs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { loadSqsClient } from "../../lib/wiring/sqs.ts";

/** Returns the host that would receive a message to this queue. */
async function hostFor(queueUrl: string): Promise<unknown> {
  const client = await loadSqsClient();
  let host: unknown;
  client.middlewareStack.add(
    () => async (context) => {
      // The client's own request, which the type of the middleware leaves open.
      host = (context.request as { readonly hostname: string }).hostname;
      return { response: {}, output: { $metadata: {}, Successful: [], Failed: [] } };
    },
    { step: "finalizeRequest", priority: "low" },
  );
  await client.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries: [{ Id: "1", MessageBody: "{}" }] }));
  client.destroy();
  return host;
}

describe("the address of a queue's messages", () => {
  beforeEach(() => {
    vi.stubEnv("AWS_REGION", "eu-central-1");
    vi.stubEnv("AWS_ACCESS_KEY_ID", "test");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
  });
  afterEach(() => vi.unstubAllEnvs());

  it("is that of SQS over IPv6, whatever host is in the queue's URL", async () => {
    vi.stubEnv("AWS_ENDPOINT_URL_SQS", undefined);

    expect(await hostFor("https://sqs.eu-central-1.amazonaws.com/000000000000/sync-tracked-ios")).toBe(
      "sqs.eu-central-1.api.aws",
    );
  });

  it("is the local host's when the environment sets one", async () => {
    vi.stubEnv("AWS_ENDPOINT_URL_SQS", "http://127.0.0.1:4566");

    expect(await hostFor("http://127.0.0.1:4566/000000000000/sync-tracked-ios")).toBe("127.0.0.1");
  });
});
