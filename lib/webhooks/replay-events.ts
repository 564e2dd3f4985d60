import type { Db } from "../../db/client.ts";
import { replayEvents as queue } from "../../db/queries/webhooks/fan-out.ts";
import { REPLAY_DAYS_MAX } from "../domain/webhook.ts";
import { AppError, invalidInput, notFound } from "../errors.ts";
import type { Clock } from "../runtime/clock.ts";
import { type LimitDependencies, limitPending } from "./limit-pending.ts";
import { viewsOf } from "./views-of-webhooks.ts";

type ReplayInput = {
  readonly id: number;
  readonly userId: number;
  /** RFC 3339. The default of `to` is now. */
  readonly from: string;
  readonly to: string | undefined;
};

const DAY_MS = 86_400_000;

export async function replayEvents(
  deps: LimitDependencies & { readonly db: Db; readonly now: Clock },
  { id, userId, ...period }: ReplayInput,
) {
  const from = new Date(period.from);
  const to = period.to === undefined ? deps.now() : new Date(period.to);
  if (from >= to) throw invalidInput({ to: ["The to field must be after from."] });
  if (to.getTime() - from.getTime() > REPLAY_DAYS_MAX * DAY_MS) {
    throw invalidInput({ from: [`The period has more than ${REPLAY_DAYS_MAX} days.`] });
  }
  const views = await viewsOf(deps.db, id);
  const times = { from: from.toISOString(), to: to.toISOString() };
  const replayed = await queue(deps.db, { id, userId, ...times, views });
  if (replayed === undefined) throw notFound();
  if (replayed.queued === null) throw new AppError("conflict", "An earlier replay still has pending deliveries.");
  await limitPending(deps, [id]);
  return { queued: replayed.queued };
}
