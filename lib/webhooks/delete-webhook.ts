import type { Db } from "../../db/client.ts";
import { deleteWebhook as remove } from "../../db/queries/webhooks/endpoints.ts";
import { notFound } from "../errors.ts";

export async function deleteWebhook(
  { db }: { readonly db: Db },
  input: { readonly id: number; readonly userId: number },
): Promise<void> {
  if (!(await remove(db, input))) throw notFound();
}
