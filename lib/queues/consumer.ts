import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import type * as z from "zod";

import { describeFailure } from "../describe-failure.ts";
import type { Log } from "../runtime/log.ts";

export type Invocation = { readonly remainingMs: () => number };

/**
 * Returns the handler of a queue, which handles each record separately. Failed and foreign records stay on the queue
 * until the redrive policy moves them to the dead-letter queue.
 */
export function consume<Schema extends z.ZodType>(
  schema: Schema,
  handle: (message: z.infer<Schema>, invocation: Invocation) => Promise<unknown>,
  log: () => Log,
) {
  return async (event: SQSEvent, context: Pick<Context, "getRemainingTimeInMillis">): Promise<SQSBatchResponse> => {
    const remainingMs = () => context.getRemainingTimeInMillis();
    const outcomes = await Promise.all(event.Records.map((record) => isHandled(record, { remainingMs })));
    const failed = event.Records.filter((_, index) => outcomes[index] !== true);
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };

  async function isHandled(record: SQSRecord, invocation: Invocation): Promise<boolean> {
    try {
      await handle(schema.parse(JSON.parse(record.body)), invocation);
      return true;
    } catch (error) {
      log().error("queue.message.failed", { ...describeFailure(error), messageId: record.messageId });
      return false;
    }
  }
}
