import { HOURS_PER_MONTH, monthly, type Usage, type UsedItem } from "./usage.ts";

/** Sending a message, receiving it and deleting it. */
const REQUESTS_PER_MESSAGE = 3;
const LONG_POLL_SECONDS = 20;

/** What is paid for by the request: the gateway, the queues, the schedules and the secrets. */
export function requestLines(usage: Usage): readonly UsedItem[] {
  const { activity, assumed, inventory } = usage;
  const month = monthly(usage);
  const consumed = inventory.queues.filter(({ maxConcurrency }) => maxConcurrency > 0).length;
  const pollsPerQueue = (assumed.pollers * HOURS_PER_MONTH * 3600) / LONG_POLL_SECONDS;
  return [
    { service: "API Gateway", item: "requests", quantity: activity.calls.api.count * month, price: "httpApiRequests" },
    {
      service: "SQS",
      item: "messages",
      quantity: activity.messages * REQUESTS_PER_MESSAGE * month,
      price: "sqsRequests",
    },
    { service: "SQS", item: `polls of ${consumed} queues`, quantity: consumed * pollsPerQueue, price: "sqsRequests" },
    {
      service: "EventBridge",
      item: "schedules",
      quantity: activity.calls.schedule.count * month,
      price: "scheduledEvents",
    },
    { service: "Secrets Manager", item: "secrets", quantity: inventory.secrets, price: "secrets" },
    { service: "Secrets Manager", item: "reads", quantity: secretReads(usage) * month, price: "secretCalls" },
  ];
}

/** Each environment reads the secret once: cold requests, every scheduled run, and consumers as they are replaced. */
function secretReads({ activity, assumed, inventory }: Usage): number {
  const { api, chartWorker, schedule, worker } = activity.calls;
  const environments = inventory.queues.reduce((sum, { maxConcurrency }) => sum + maxConcurrency, 0);
  const replaced = (environments * 24 * activity.days) / assumed.environmentHours;
  return api.count * assumed.coldStarts + schedule.count + Math.min(replaced, worker.count + chartWorker.count);
}
