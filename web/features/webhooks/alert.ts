import { type EventKind, kindOptions, queryOfKind } from "../events/event-kinds.ts";
import { describeScope, type FeedScope, scopeFieldsOf } from "../feeds/feed-scope.ts";
import { type Filter, filterFieldsOf } from "./filter-fields.ts";
import { describeConditions } from "./filter-texts.ts";
import { WEBHOOK_NAME_MAX } from "./webhook.ts";
import type { WebhookFields } from "./webhook-fields.ts";
import type { WebhookFormat } from "./webhook-formats.ts";
import { newTimingFields, type TimingFields } from "./webhook-timing.ts";

/** A webhook whose scope and filter are those of a screen. */
export type Alert = {
  readonly scope: FeedScope;
  /** Without any, all kinds of events are sent. */
  readonly kinds: readonly EventKind[];
  readonly minWeight: number;
  readonly filter: Filter;
  /** Sentences that say how it differs from the screen. */
  readonly cautions: readonly string[];
};

/** The user chooses these fields, and the screen gives the others. */
export type AlertFields = Pick<WebhookFields, "format" | "url" | keyof TimingFields>;

export function newAlertFields(format: WebhookFormat): AlertFields {
  return { ...newTimingFields, format, url: "" };
}

/** Returns the fields of the webhook. */
export function fieldsOfAlert(alert: Alert, chosen: AlertFields): WebhookFields {
  const { scope, kinds, minWeight, filter } = alert;
  const asked = kinds.map(queryOfKind);
  const fields = asked.flatMap(({ field = [] }) => field);
  return {
    ...scopeFieldsOf(scope),
    ...chosen,
    ...filterFieldsOf({ ...filter, ...(fields.length > 0 && { fields }) }),
    name: nameOf(alert),
    types: asked.flatMap(({ type = [] }) => type),
    min_weight: `${minWeight}`,
  };
}

/** Returns which events of the scope are sent, such as "Price, in Japan". */
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
