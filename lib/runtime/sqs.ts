import type { SQSClient } from "@aws-sdk/client-sqs";

import { lazy } from "./lazy.ts";

/** The client of an environment, in a chunk of its own that loads with the first message: most reads send none. */
export const sqsClient = /* @__PURE__ */ lazy(loadSqsClient);

/**
 * Deployed, functions are in a network that only IPv6 leaves, and the plain address of SQS, which queue URLs carry too,
 * is IPv4 alone. The local host names an address of its own.
 */
export async function loadSqsClient(): Promise<SQSClient> {
  const { SQSClient } = await import("@aws-sdk/client-sqs");
  if (process.env.AWS_ENDPOINT_URL_SQS !== undefined) return new SQSClient();
  return new SQSClient({ useDualstackEndpoint: true, useQueueUrlAsEndpoint: false });
}
