import type { Db } from "../../db/client.ts";
import { countHit } from "../../db/queries/accounts/rate-limits.ts";
import { insertTest } from "../../db/queries/webhooks/deliveries.ts";
import { requestConfirmation } from "../../db/queries/webhooks/mail-addresses.ts";
import { CONFIRMATION_SECRET_BYTES, CONFIRMATIONS_PER_DAY } from "../domain/mail.ts";
import { TESTS_PER_MINUTE } from "../domain/webhook.ts";
import { AppError, notFound } from "../errors.ts";
import { type LimitDependencies, limitPending } from "./limit-pending.ts";
import { showWebhook } from "./list-webhooks.ts";
import { presentDelivery } from "./webhook-response.ts";

type TestDependencies = LimitDependencies & {
  readonly db: Db;
  readonly randomBytes: (size: number) => Buffer;
};

/** While the address of a mail webhook is not confirmed, a test sends the link that confirms it. */
export async function testWebhook(deps: TestDependencies, input: { readonly id: number; readonly userId: number }) {
  await assertFewTests(deps.db, input.userId);
  const { is_confirmed } = await showWebhook(deps, input);
  const delivery = is_confirmed === false ? await sendLink(deps, input) : await insertTest(deps.db, input);
  if (delivery === undefined) throw notFound();
  await limitPending(deps, [input.id]);
  return presentDelivery(delivery);
}

async function sendLink(
  { db, randomBytes }: TestDependencies,
  { id: endpointId, userId }: { readonly id: number; readonly userId: number },
) {
  const secret = randomBytes(CONFIRMATION_SECRET_BYTES);
  const { delivery, seconds_left } = await requestConfirmation(db, { userId, endpointId, secret });
  if (delivery !== null) return delivery;
  throw new AppError("rate_limited", `More than ${CONFIRMATIONS_PER_DAY} links in a day.`, {
    limit: CONFIRMATIONS_PER_DAY,
    retryAfterSeconds: Math.ceil(seconds_left),
  });
}

/** Each test sends a request to any address that its user has named. */
async function assertFewTests(db: Db, userId: number): Promise<void> {
  const { hits, seconds_left } = await countHit(db, { bucket: `test:user:${userId}` });
  if (hits <= TESTS_PER_MINUTE) return;
  throw new AppError("rate_limited", `More than ${TESTS_PER_MINUTE} tests of webhooks in a minute.`, {
    limit: TESTS_PER_MINUTE,
    retryAfterSeconds: seconds_left,
  });
}
