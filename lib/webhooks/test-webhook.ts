import type { Db } from "../../db/client.ts";
import { countHit } from "../../db/queries/accounts/rate-limits.ts";
import { insertTest } from "../../db/queries/webhooks/deliveries.ts";
import { TESTS_PER_MINUTE } from "../domain/webhook.ts";
import { AppError, notFound } from "../errors.ts";
import { type LimitDependencies, limitPending } from "./limit-pending.ts";
import { presentDelivery } from "./webhook-response.ts";

export async function testWebhook(
  deps: LimitDependencies & { readonly db: Db },
  input: { readonly id: number; readonly userId: number },
) {
  await assertFewTests(deps.db, input.userId);
  const delivery = await insertTest(deps.db, input);
  if (delivery === undefined) throw notFound();
  await limitPending(deps, [input.id]);
  return presentDelivery(delivery);
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
