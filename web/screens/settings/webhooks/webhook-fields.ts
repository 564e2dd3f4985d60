import type { Option } from "../../../components/fields/select-field.tsx";
import type { EventType } from "../../../features/events/event.ts";
import { eventTypes } from "../../../features/events/event-type-names.ts";
import { newScopeFields, type ScopeFields, scopeFieldsOf, scopeOf } from "../../../features/feeds/feed-scope.ts";
import type { Webhook } from "./webhook.ts";

/** The fields of a form. Without types, all events of the scope are sent. */
export type WebhookFields = ScopeFields & {
  readonly name: string;
  readonly url: string;
  readonly types: readonly EventType[];
  readonly min_weight: string;
};

export const newWebhookFields: WebhookFields = { name: "", url: "", types: [], min_weight: "0", ...newScopeFields(0) };

export function webhookFieldsOf({ name, url, types, min_weight, scope }: Webhook): WebhookFields {
  return {
    ...scopeFieldsOf(scope),
    name,
    url,
    types: eventTypes.filter((type) => types.includes(type)),
    min_weight: `${min_weight}`,
  };
}

/** Returns what the service saves. */
export function webhookOf({ name, url, types, min_weight, ...scope }: WebhookFields) {
  return { name, url, scope: scopeOf(scope), types: [...types], min_weight: Number(min_weight) };
}

/**
 * Returns what the service changes. A scope that stays is left out: its app or view may no longer be one of the user's,
 * which the service would reject.
 */
export function changesOf(fields: WebhookFields, webhook: Webhook) {
  const { scope, ...others } = webhookOf(fields);
  const before = JSON.stringify(scopeOf(scopeFieldsOf(webhook.scope)));
  return JSON.stringify(scope) === before ? others : { ...others, scope };
}

const weights: readonly Option[] = [
  { id: "0", name: "All" },
  { id: "0.25", name: "Notable, at least 0.25" },
  { id: "0.5", name: "At least 0.5" },
  { id: "0.75", name: "At least 0.75" },
];

/** Returns the weights that can be chosen, with one that a program has set. */
export function weightOptions(chosen: string): readonly Option[] {
  return weights.some(({ id }) => id === chosen) ? weights : [...weights, { id: chosen, name: `At least ${chosen}` }];
}
