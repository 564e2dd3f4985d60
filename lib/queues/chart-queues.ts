import type { SQSClient } from "@aws-sdk/client-sqs";

import type { Platform } from "../domain/platform.ts";
import { type ChartMessage, chartMessageSchema } from "./messages.ts";
import { type SendOptions, sendMessages } from "./send-messages.ts";

/** The two chart queues, as far as this function may send to them. */
export type ChartQueues = {
  /** Sends all or throws; `delaySeconds` is capped at what the queue allows. */
  send(platform: Platform, messages: readonly ChartMessage[], options?: SendOptions<ChartMessage>): Promise<void>;
};

export function createChartQueues(sqs: () => Promise<SQSClient>, urls: Partial<Record<Platform, string>>): ChartQueues {
  return {
    send: (platform, messages, options) => {
      const queue = { url: urls[platform], name: `charts queue for ${platform}`, schema: chartMessageSchema };
      return sendMessages(sqs, queue, messages, options);
    },
  };
}
