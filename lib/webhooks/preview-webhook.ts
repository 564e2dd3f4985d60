import type { Db } from "../../db/client.ts";
import { listSavedViews } from "../../db/queries/accounts/saved-views.ts";
import { previewWebhook as findPreview } from "../../db/queries/webhooks/webhook-preview.ts";
import { addDays, firstOfDays } from "../domain/days.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import { eventsOfView, type ViewEvents } from "../domain/view-events.ts";
import { PREVIEW_DAYS } from "../domain/webhook.ts";
import { checkScope, partsOf, scopeNotFound } from "../feeds/check-scope.ts";
import { presentEvent } from "../responses/event-response.ts";
import type { Clock } from "../runtime/clock.ts";
import { type CreateWebhookInput, typeArray } from "./create-webhook.ts";

type PreviewInput = Pick<CreateWebhookInput, "userId" | "scope" | "types" | "minWeight" | "filter">;

/** Returns the events of the last days that a webhook would have sent, counted by day. */
export async function previewWebhook(
  deps: { readonly db: Db; readonly now: Clock },
  { userId, scope, types, minWeight, filter }: PreviewInput,
) {
  const { db, now } = deps;
  await checkScope(db, { userId, scope, noun: "a webhook" });
  const view = scope.view_id === undefined ? undefined : await findView(db, userId, scope.view_id);
  const to = utcDay(now());
  const from = firstOfDays(PREVIEW_DAYS, to);
  const { is_found, days, samples } = await findPreview(db, {
    ...partsOf(scope),
    ...{ userId, from, to, types: typeArray(types), minWeight, filter: JSON.stringify(filter) },
    view,
  });
  if (!is_found) throw scopeNotFound(scope.kind);

  const counted = new Map(days.map(({ date, events }) => [date, events]));
  return {
    events_total: days.reduce((sum, { events }) => sum + events, 0),
    days: Array.from({ length: PREVIEW_DAYS }, (_, index) => {
      const date = addDays(from, index);
      return { date, events: counted.get(date) ?? 0 };
    }),
    samples: samples.map(presentEvent),
  };
}

async function findView(db: Db, userId: number, viewId: number): Promise<ViewEvents | undefined> {
  const found = (await listSavedViews(db, { userId })).find(({ id }) => id === viewId);
  return found === undefined ? undefined : eventsOfView(found.scope);
}
