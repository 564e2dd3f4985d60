import type { Db } from "../../db/client.ts";
import { insertTest } from "../../db/queries/webhooks/deliveries.ts";
import { notFound } from "../errors.ts";
import { type LimitDependencies, limitPending } from "./limit-pending.ts";
import { presentDelivery } from "./webhook-response.ts";

export async function testWebhook(
  deps: LimitDependencies & { readonly db: Db },
  input: { readonly id: number; readonly userId: number },
) {
  const delivery = await insertTest(deps.db, input);
  if (delivery === undefined) throw notFound();
  await limitPending(deps, [input.id]);
  return presentDelivery(delivery);
}
