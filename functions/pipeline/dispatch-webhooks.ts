import { dispatchWebhooks } from "../../lib/webhooks/dispatch-webhooks.ts";
import { dispatchDependencies } from "../../lib/wiring/deployed-webhooks.ts";

export async function handler(): Promise<void> {
  await dispatchWebhooks(dispatchDependencies());
}
