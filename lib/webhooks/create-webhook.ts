import type { Db } from "../../db/client.ts";
import { insertWebhook } from "../../db/queries/webhooks/endpoints.ts";
import { type AlertTiming, DIGEST_HOUR_DEFAULT } from "../domain/alert-timing.ts";
import type { EventType } from "../domain/event.ts";
import type { EventFilter } from "../domain/event-filter.ts";
import { faultOfUrl, type UrlRules, WEBHOOKS_MAX } from "../domain/webhook.ts";
import { faultOfFormatUrl, type WebhookFormat } from "../domain/webhook-format.ts";
import { invalidInput } from "../errors.ts";
import { checkScope, type FeedScope, partsOf, scopeNotFound } from "../feeds/check-scope.ts";
import { showWebhook } from "./list-webhooks.ts";
import { formatWebhookSecret, WEBHOOK_SECRET_BYTES } from "./sign-delivery.ts";

type CreateWebhookDependencies = {
  readonly db: Db;
  readonly randomBytes: (size: number) => Buffer;
  readonly urlRules: UrlRules;
};

export type CreateWebhookInput = {
  readonly userId: number;
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly format: WebhookFormat;
  readonly scope: FeedScope;
  readonly types: readonly EventType[];
  readonly minWeight: number;
  readonly filter: EventFilter;
  readonly timing: AlertTiming;
  readonly digestHour: number | undefined;
  /** Scheme and host by which the user has reached the service. */
  readonly origin: string;
};

export async function createWebhook(deps: CreateWebhookDependencies, input: CreateWebhookInput) {
  const { scope, types, filter, digestHour, ...given } = input;
  checkUrl(input.url, input.format, deps.urlRules);
  const hour = hourOf(input);
  await checkScope(deps.db, { userId: input.userId, scope, noun: "a webhook" });
  const secret = deps.randomBytes(WEBHOOK_SECRET_BYTES);
  const stored = { types: typeArray(types), filter: JSON.stringify(filter), digestHour: hour, secret };
  const id = await insertWebhook(deps.db, { ...given, ...partsOf(scope), ...stored });
  if (id === "full") throw invalidInput({ url: [`There must not be more than ${WEBHOOKS_MAX} webhooks.`] });
  if (id === "not_found") throw scopeNotFound(scope.kind);
  const webhook = await showWebhook(deps, { id, userId: input.userId });
  return { ...webhook, secret: input.format === "standard" ? formatWebhookSecret(secret) : null };
}

export function checkUrl(url: string, format: WebhookFormat, rules: UrlRules): void {
  const fault = faultOfUrl(url, rules) ?? faultOfFormatUrl(format, url);
  if (fault !== undefined) throw invalidInput({ url: [fault] });
}

type Timed = { readonly format: WebhookFormat; readonly timing: AlertTiming; readonly digestHour: number | undefined };

/** Returns the hour of the digest, which is null unless there is one. */
export function hourOf({ format, timing, digestHour }: Timed): number | null {
  if (timing !== "at_once" && format === "standard") {
    throw invalidInput({ timing: ["The format standard sends each event at once."] });
  }
  if (timing === "daily") return digestHour ?? DIGEST_HOUR_DEFAULT;
  if (digestHour !== undefined) {
    throw invalidInput({ digest_hour: ["Only a webhook with the timing daily has an hour."] });
  }
  return null;
}

/** Returns types as a PostgreSQL array. */
export function typeArray(types: readonly EventType[]): string {
  return `{${[...new Set(types)].join(",")}}`;
}
