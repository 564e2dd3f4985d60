import type { Db } from "../../db/client.ts";
import { listWebhooks as findWebhooks } from "../../db/queries/webhooks/endpoints.ts";
import { notFound } from "../errors.ts";
import { presentWebhook } from "./webhook-response.ts";

/** A user has few endpoints, so they are one page. */
export async function listWebhooks({ db }: { readonly db: Db }, { userId }: { readonly userId: number }) {
  return (await findWebhooks(db, { userId, id: null })).map(presentWebhook);
}

export async function showWebhook(
  { db }: { readonly db: Db },
  { userId, id }: { readonly userId: number; readonly id: number },
) {
  const [webhook] = await findWebhooks(db, { userId, id });
  if (webhook === undefined) throw notFound();
  return presentWebhook(webhook);
}
