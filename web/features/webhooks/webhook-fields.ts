import type { Option } from "../../components/fields/select-field.tsx";
import type { EventType } from "../events/event.ts";
import { eventTypes } from "../events/event-type-names.ts";
import { newScopeFields, type ScopeFields, scopeFieldsOf, scopeOf } from "../feeds/feed-scope.ts";
import { type FilterFields, filterFieldsOf, filterOf } from "./filter-fields.ts";
import type { Webhook } from "./webhook.ts";
import { isChat, type WebhookFormat, webhookFormats } from "./webhook-formats.ts";
import { newTimingFields, type TimingFields, timingFieldsOf, timingOf } from "./webhook-timing.ts";

/** The fields of a form. Without types, all events of the scope are sent. */
export type WebhookFields = ScopeFields &
  FilterFields &
  TimingFields & {
    readonly name: string;
    readonly format: WebhookFormat;
    readonly url: string;
    readonly types: readonly EventType[];
    readonly min_weight: string;
  };

export const newWebhookFields: WebhookFields = {
  ...newScopeFields(0),
  ...filterFieldsOf({}),
  ...newTimingFields,
  name: "",
  format: "standard",
  url: "",
  types: [],
  min_weight: "0",
};

/** The service shows a part of a chat's address alone, so its field is empty at first. */
export function webhookFieldsOf(webhook: Webhook): WebhookFields {
  const { name, format, url, types, min_weight, scope, filter } = webhook;
  return {
    ...scopeFieldsOf(scope),
    ...filterFieldsOf(filter),
    ...timingFieldsOf(webhook),
    name,
    format,
    url: isChat(webhook) ? "" : url,
    types: eventTypes.filter((type) => types.includes(type)),
    min_weight: `${min_weight}`,
  };
}

/** Returns which events are sent. */
export function sentEventsOf(fields: WebhookFields) {
  const { types, min_weight } = fields;
  return { scope: scopeOf(fields), types: [...types], min_weight: Number(min_weight), filter: filterOf(fields) };
}

/** Returns what the service saves. */
export function webhookOf(fields: WebhookFields) {
  const { name, format, url } = fields;
  const address = webhookFormats[format].address === null ? {} : { url };
  return { name, format, ...address, ...sentEventsOf(fields), ...timingOf(fields) };
}

/**
 * Returns the changed fields. An unchanged address is left out, since the form does not know that of a chat. An
 * unchanged scope is left out, since the service would reject an app or view that is no longer the user's.
 */
export function changesOf(fields: WebhookFields, webhook: Webhook) {
  const before = webhookFieldsOf(webhook);
  const { scope, ...sent } = sentEventsOf(fields);
  const isMoved = JSON.stringify(scope) !== JSON.stringify(scopeOf(before));
  return {
    name: fields.name,
    ...sent,
    ...timingOf(fields),
    ...(fields.url !== before.url && { url: fields.url }),
    ...(isMoved && { scope }),
  };
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
