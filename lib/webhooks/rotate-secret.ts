import type { Db } from "../../db/client.ts";
import { rotateSecret as replace } from "../../db/queries/webhooks/rotate-secret.ts";
import { AppError, notFound } from "../errors.ts";
import { showWebhook } from "./list-webhooks.ts";
import { formatWebhookSecret, WEBHOOK_SECRET_BYTES } from "./sign-delivery.ts";

type RotateDependencies = { readonly db: Db; readonly randomBytes: (size: number) => Buffer };

export async function rotateSecret(
  { db, randomBytes }: RotateDependencies,
  { id, userId }: { readonly id: number; readonly userId: number },
) {
  if ((await showWebhook({ db }, { id, userId })).format !== "standard") {
    throw new AppError("conflict", "Messages to a chat are not signed.");
  }
  const secret = randomBytes(WEBHOOK_SECRET_BYTES);
  const rotated = await replace(db, { id, userId, secret });
  if (rotated === undefined) throw notFound();
  if (rotated.until === null) throw new AppError("conflict", "The secret that was replaced before still signs.");
  return { secret: formatWebhookSecret(secret), previous_secret_until: rotated.until };
}
