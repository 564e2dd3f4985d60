import type { Db } from "../../db/client.ts";
import { insertWebhook } from "../../db/queries/webhooks/endpoints.ts";
import { requestConfirmation } from "../../db/queries/webhooks/mail-addresses.ts";
import { type AlertTiming, DIGEST_HOUR_DEFAULT } from "../domain/alert-timing.ts";
import type { EventType } from "../domain/event.ts";
import type { EventFilter } from "../domain/event-filter.ts";
import { CONFIRMATION_SECRET_BYTES } from "../domain/mail.ts";
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
  readonly email: "on" | "off";
};

export type CreateWebhookInput = {
  readonly userId: number;
  readonly name: string;
  readonly description: string;
  /** Undefined for mail, which goes to the address of the account. */
  readonly url: string | undefined;
  readonly format: WebhookFormat;
  readonly scope: FeedScope;
  readonly types: readonly EventType[];
  readonly minWeight: number;
  readonly filter: EventFilter;
  readonly timing: AlertTiming;
  readonly digestHour: number | undefined;
  /** Scheme and host of the address that the user has used. */
  readonly origin: string;
};

export async function createWebhook(deps: CreateWebhookDependencies, input: CreateWebhookInput) {
  const { scope, types, filter, digestHour, ...given } = input;
  const url = checkedUrl(input, deps);
  const hour = hourOf(input);
  await checkScope(deps.db, { userId: input.userId, scope, noun: "a webhook" });
  const secret = deps.randomBytes(WEBHOOK_SECRET_BYTES);
  const stored = { types: typeArray(types), filter: JSON.stringify(filter), digestHour: hour, url, secret };
  const id = await insertWebhook(deps.db, { ...given, ...partsOf(scope), ...stored });
  if (id === "full") throw invalidInput({ url: [`There must not be more than ${WEBHOOKS_MAX} webhooks.`] });
  if (id === "not_found") throw scopeNotFound(scope.kind);
  if (input.format === "email") {
    const link = { secret: deps.randomBytes(CONFIRMATION_SECRET_BYTES), userId: input.userId, endpointId: id };
    await requestConfirmation(deps.db, link);
  }
  const webhook = await showWebhook(deps, { id, userId: input.userId });
  return { ...webhook, secret: input.format === "standard" ? formatWebhookSecret(secret) : null };
}

function checkedUrl({ url, format }: CreateWebhookInput, { urlRules, email }: CreateWebhookDependencies): string {
  if (format === "email" && email === "off") throw invalidInput({ format: ["This service sends no mail."] });
  if (format === "email" && url === undefined) return "";
  if (url === undefined) throw invalidInput({ url: ["The url field is required."] });
  checkUrl(url, format, urlRules);
  return url;
}

export function checkUrl(url: string, format: WebhookFormat, rules: UrlRules): void {
  const fault = faultOfUrl(url, rules) ?? faultOfFormatUrl(format, url);
  if (fault !== undefined) throw invalidInput({ url: [fault] });
}

type Timed = { readonly format: WebhookFormat; readonly timing: AlertTiming; readonly digestHour: number | undefined };

/** Returns the hour of the digest, or null for another timing. */
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
