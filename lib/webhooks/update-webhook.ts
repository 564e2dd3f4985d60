import type { Db } from "../../db/client.ts";
import { updateWebhook as save } from "../../db/queries/webhooks/endpoints.ts";
import type { AlertTiming } from "../domain/alert-timing.ts";
import type { EventType } from "../domain/event.ts";
import type { EventFilter } from "../domain/event-filter.ts";
import type { UrlRules } from "../domain/webhook.ts";
import type { WebhookFormat } from "../domain/webhook-format.ts";
import { notFound } from "../errors.ts";
import { checkScope, type FeedScope, partsOf, scopeNotFound } from "../feeds/check-scope.ts";
import { checkUrl, hourOf, typeArray } from "./create-webhook.ts";
import { showWebhook } from "./list-webhooks.ts";

type UpdateWebhookInput = {
  readonly id: number;
  readonly userId: number;
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly url: string | undefined;
  readonly scope: FeedScope | undefined;
  readonly types: readonly EventType[] | undefined;
  readonly minWeight: number | undefined;
  readonly filter: EventFilter | undefined;
  readonly timing: AlertTiming | undefined;
  readonly digestHour: number | undefined;
  readonly origin: string;
  readonly status: "enabled" | "disabled" | undefined;
};

const unchanged = { kind: null, platform: null, externalId: null, viewId: null };

const textOf = (filter: EventFilter | undefined) => (filter === undefined ? null : JSON.stringify(filter));

/** Pending deliveries of an endpoint that the user disables are cancelled. */
export async function updateWebhook(deps: { readonly db: Db; readonly urlRules: UrlRules }, input: UpdateWebhookInput) {
  const { id, userId, name, description, url, scope, types, minWeight, filter, origin, status } = input;
  const before = await showWebhook(deps, { id, userId });
  if (url !== undefined) checkUrl(url, before.format, deps.urlRules);
  if (scope !== undefined) await checkScope(deps.db, { userId, scope, noun: "a webhook" });
  const saved = await save(deps.db, {
    ...{ id, userId, name: name ?? null, description: description ?? null, url: url ?? null },
    ...(scope === undefined ? unchanged : partsOf(scope)),
    types: types === undefined ? null : typeArray(types),
    minWeight: minWeight ?? null,
    filter: textOf(filter),
    ...timingOf(input, before),
    origin,
    status: status ?? null,
  });
  if (saved === "not_found") throw notFound();
  if (saved === "no_scope") throw scopeNotFound(scope?.kind ?? "app");
  return showWebhook(deps, { id, userId });
}

/** If the request has only an hour, it changes the hour of a digest. */
function timingOf(
  { timing, digestHour }: UpdateWebhookInput,
  before: { readonly format: WebhookFormat; readonly timing: AlertTiming },
) {
  if (timing === undefined && digestHour === undefined) return { timing: null, digestHour: null };
  const next = timing ?? before.timing;
  return { timing: next, digestHour: hourOf({ format: before.format, timing: next, digestHour }) };
}
