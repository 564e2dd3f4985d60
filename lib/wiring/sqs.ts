import type { SQSClient } from "@aws-sdk/client-sqs";

import { lazy } from "../runtime/lazy.ts";

/** A separate chunk that loads with the first message, because most reads send none. */
export const sqsClient = /* @__PURE__ */ lazy(loadSqsClient);

/**
 * Deployed functions reach AWS only over IPv6, but the usual SQS address, also in queue URLs, has only IPv4. The local
 * host sets its own address.
 */
export async function loadSqsClient(): Promise<SQSClient> {
  const { SQSClient } = await import("../queues/sqs-client.ts");
  const isLocal = process.env.AWS_ENDPOINT_URL_SQS !== undefined;
  return new SQSClient({ useDualstackEndpoint: !isLocal, useQueueUrlAsEndpoint: false });
}
