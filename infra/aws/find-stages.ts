import { GetQueueUrlCommand, ListQueueTagsCommand, QueueDoesNotExist, SQSClient } from "@aws-sdk/client-sqs";

import { chartQueueNames } from "../../lib/queues/queue-names.ts";
import { CALL_TIMEOUT_MS, clientOptions } from "./aws-client.ts";

export type FoundStages = {
  /** The other owner of the six queues' names, as the subject of a sentence. */
  readonly other?: string;
  readonly isFirst: boolean;
};

/** The queues of the account and region are created after the database. */
export async function findStages(stage: string, profile?: string): Promise<FoundStages> {
  const tags = await readTags(chartQueueNames.ios, profile);
  if (tags === undefined) return { isFirst: true };
  if (tags.service !== "shelfwatch") {
    return { isFirst: false, other: `A queue called ${chartQueueNames.ios}, which is not Shelfwatch's,` };
  }
  return tags.stage === stage ? { isFirst: false } : { isFirst: false, other: `Stage ${tags.stage}` };
}

async function readTags(queueName: string, profile?: string): Promise<Readonly<Record<string, string>> | undefined> {
  const sqs = new SQSClient({ ...clientOptions(profile), useQueueUrlAsEndpoint: false });
  const abort = () => ({ abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
  try {
    const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: queueName }), abort());
    const { Tags = {} } = await sqs.send(new ListQueueTagsCommand({ QueueUrl }), abort());
    return Tags;
  } catch (error) {
    if (error instanceof QueueDoesNotExist) return undefined;
    throw error;
  } finally {
    sqs.destroy();
  }
}
