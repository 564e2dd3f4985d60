import { GetQueueUrlCommand, ListQueueTagsCommand, QueueDoesNotExist, SQSClient } from "@aws-sdk/client-sqs";

import { chartQueueNames } from "../../lib/queues/queue-names.ts";

const CALL_TIMEOUT_MS = 10_000;
/** Variables that the CDK reads before the profile's region, in its order; the SDK reads only the first one. */
const REGION_VARIABLES = ["AWS_REGION", "AMAZON_REGION", "AWS_DEFAULT_REGION", "AMAZON_DEFAULT_REGION"];

/** Returns what else uses the names of the six queues in the account and region, as the subject of a sentence. */
export async function findOtherStage(stage: string, profile?: string): Promise<string | undefined> {
  const tags = await readTags(chartQueueNames.ios, profile);
  if (tags === undefined) return undefined;
  if (tags.service !== "shelfwatch") return `A queue called ${chartQueueNames.ios}, which is not Shelfwatch's,`;
  return tags.stage === stage ? undefined : `Stage ${tags.stage}`;
}

/** Returns undefined when there is no such queue. */
async function readTags(queueName: string, profile?: string): Promise<Readonly<Record<string, string>> | undefined> {
  const region = REGION_VARIABLES.map((name) => process.env[name]).find((value) => value);
  const sqs = new SQSClient({
    maxAttempts: 1,
    useQueueUrlAsEndpoint: false,
    ...(profile && { profile }),
    ...(region && { region }),
  });
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
