import type { SQSClient } from "@aws-sdk/client-sqs";

import { lazy } from "../runtime/lazy.ts";

/** The client of an environment, in a chunk of its own that loads with the first message: most reads send none. */
export const sqsClient = /* @__PURE__ */ lazy(loadSqsClient);

/**
 * Deployed functions can reach AWS over IPv6 alone, and the plain address of SQS, which queue URLs hold, too, is IPv4
 * only. The local host sets an address of its own.
 */
export async function loadSqsClient(): Promise<SQSClient> {
  const { SQSClient } = await import("@aws-sdk/client-sqs");
  const isLocal = process.env.AWS_ENDPOINT_URL_SQS !== undefined;
  return new SQSClient({ useDualstackEndpoint: !isLocal, useQueueUrlAsEndpoint: false });
}
