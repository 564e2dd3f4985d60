import { ListSubscriptionsCommand, SNSClient, type Subscription } from "@aws-sdk/client-sns";

import { CALL_TIMEOUT_MS, clientOptions } from "./aws-client.ts";
import type { Stage } from "./stage.ts";

/** Pages of 100 subscriptions of the account and region. */
const PAGES_MAX = 20;

export async function findUnconfirmed({ name }: Stage, profile?: string): Promise<readonly string[]> {
  const pending = (await listSubscriptions(profile)).filter(
    ({ SubscriptionArn, TopicArn }) =>
      SubscriptionArn === "PendingConfirmation" && TopicArn?.split(":").at(-1)?.startsWith(`shelfwatch-${name}-`),
  );
  const addresses = new Set(pending.map(({ Endpoint }) => Endpoint ?? ""));
  return [...addresses].map(
    (address) =>
      `${address} gets no alarms yet: it has to follow the link in the mail ` +
      '"AWS Notification - Subscription Confirmation".',
  );
}

async function listSubscriptions(profile?: string): Promise<readonly Subscription[]> {
  const client = new SNSClient(clientOptions(profile));
  try {
    const found: Subscription[] = [];
    let NextToken: string | undefined;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const command = new ListSubscriptionsCommand(NextToken ? { NextToken } : {});
      const response = await client.send(command, { abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
      found.push(...(response.Subscriptions ?? []));
      NextToken = response.NextToken;
      if (!NextToken) break;
    }
    return found;
  } finally {
    client.destroy();
  }
}
