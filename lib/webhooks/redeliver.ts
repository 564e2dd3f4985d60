import type { Db } from "../../db/client.ts";
import { redeliver as repeat } from "../../db/queries/webhooks/deliveries.ts";
import { notFound } from "../errors.ts";
import { presentDelivery } from "./webhook-response.ts";

type RedeliverInput = { readonly id: number; readonly userId: number; readonly deliveryId: number };

/** Sends a delivery again, even to a disabled endpoint. Receivers identify it by its id. */
export async function redeliver({ db }: { readonly db: Db }, input: RedeliverInput) {
  const delivery = await repeat(db, input);
  if (delivery === undefined) throw notFound();
  return presentDelivery(delivery);
}
