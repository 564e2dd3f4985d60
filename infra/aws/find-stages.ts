import { GetQueueUrlCommand, ListQueueTagsCommand, QueueDoesNotExist, SQSClient } from "@aws-sdk/client-sqs";

import { chartQueueNames } from "../../lib/queues/queue-names.ts";
import { CALL_TIMEOUT_MS, clientOptions } from "./aws-client.ts";
import type { Account } from "./plan-deployment.ts";

export type FoundStages = {
  /** What else uses the names of the six queues, as the subject of a sentence. */
  readonly other?: string;
  /** Whether nothing of the stage has been deployed but, at most, its database, which nothing has written to yet. */
  readonly isFirst: boolean;
  /** Where the stage is, once it was deployed. */
  readonly account?: Account;
};

/** Looks for the queues of the account and region, which are made after the database. */
export async function findStages(stage: string, profile?: string): Promise<FoundStages> {
  const queue = await readQueue(chartQueueNames.ios, profile);
  if (queue === undefined) return { isFirst: true };
  const { tags, account } = queue;
  if (tags.service !== "shelfwatch") {
    return { isFirst: false, other: `A queue called ${chartQueueNames.ios}, which is not Shelfwatch's,` };
  }
  return tags.stage === stage ? { isFirst: false, account } : { isFirst: false, other: `Stage ${tags.stage}` };
}

/** Returns undefined when there is no such queue. */
async function readQueue(queueName: string, profile?: string) {
  const sqs = new SQSClient(clientOptions(profile));
  const abort = () => ({ abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
  try {
    const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: queueName }), abort());
    const { Tags = {} } = await sqs.send(new ListQueueTagsCommand({ QueueUrl }), abort());
    return { tags: Tags, account: { id: accountOf(QueueUrl), region: await sqs.config.region() } };
  } catch (error) {
    if (error instanceof QueueDoesNotExist) return undefined;
    throw error;
  } finally {
    sqs.destroy();
  }
}

/** Returns the id of the account in the address of a queue: `https://sqs.<region>.amazonaws.com/<account>/<name>`. */
function accountOf(queueUrl = ""): string {
  return new URL(queueUrl).pathname.split("/")[1] ?? "";
}
