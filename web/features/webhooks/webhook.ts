import type { Data, ReadName } from "../../client/operation-types.ts";

export type Webhook = Data<"listWebhooks">[number];
export type Delivery = Data<"listDeliveries">[number];

/** Read operations whose responses change when a webhook is written. */
export const readsWithWebhooks = ["listWebhooks", "listDeliveries"] as const satisfies readonly ReadName[];

/** The service's maximum length of a name. */
export const WEBHOOK_NAME_MAX = 80;

export function webhookPath({ id }: Pick<Webhook, "id">): string {
  return `/settings/webhooks/${id}`;
}
