import { type EventKind, kindOptions, queryOfKind } from "../events/event-kinds.ts";
import { describeScope, type FeedScope, scopeFieldsOf } from "../feeds/feed-scope.ts";
import { type Filter, filterFieldsOf } from "./filter-fields.ts";
import { describeConditions } from "./filter-texts.ts";
import { WEBHOOK_NAME_MAX } from "./webhook.ts";
import type { WebhookFields } from "./webhook-fields.ts";
import type { WebhookFormat } from "./webhook-formats.ts";
import { newTimingFields } from "./webhook-timing.ts";

/** A webhook that is made of what a screen shows. */
export type Alert = {
  readonly scope: FeedScope;
  /** Without any, all kinds of events are told. */
  readonly kinds: readonly EventKind[];
  readonly minWeight: number;
  readonly filter: Filter;
  /** Sentences that say how it differs from the screen. */
  readonly cautions: readonly string[];
};

/** Returns the fields of the webhook, without its address. */
export function fieldsOfAlert(alert: Alert, format: WebhookFormat): WebhookFields {
  const { scope, kinds, minWeight, filter } = alert;
  const chosen = kinds.map(queryOfKind);
  const fields = chosen.flatMap(({ field = [] }) => field);
  return {
    ...scopeFieldsOf(scope),
    ...newTimingFields,
    ...filterFieldsOf({ ...filter, ...(fields.length > 0 && { fields }) }),
    name: nameOf(alert),
    format,
    url: "",
    types: chosen.flatMap(({ type = [] }) => type),
    min_weight: `${minWeight}`,
  };
}

/** Returns which events of the scope are told, such as "Price, in Japan". */
export function describeAlert({ scope, kinds, minWeight, filter }: Alert): string {
  if (scope.kind === "view") return "What the view shows";
  const names = kinds.map((kind) => kindOptions.find(({ id }) => id === kind)?.name ?? kind);
  const least = minWeight === 0 ? [] : [`weight ${minWeight} or more`];
  return [...(names.length === 0 ? ["All changes"] : names), ...least, ...describeConditions(filter)].join(", ");
}

function nameOf(alert: Alert): string {
  const scope = describeScope(alert.scope);
  const name = alert.scope.kind === "view" ? scope : `${scope}: ${describeAlert(alert)}`;
  return name
    .slice(0, WEBHOOK_NAME_MAX)
    .toWellFormed()
    .replace(/\uFFFD$/, "");
}
