import type { AppOnDay, MetricsOnDay } from "../catalogue/records.ts";
import { type Payload, type Placed, payloadOf } from "./put.ts";
import { asHtml, publisherLink } from "./texts.ts";

const MICROS = 1_000_000;

/** Returns the price block, whose position depends on the layout; undefined without a price. */
export function priceAt(path: readonly number[], metrics: MetricsOnDay | undefined): readonly Placed[] {
  if (metrics?.price == null) return [];
  return [[path, [Math.round(metrics.price * MICROS), metrics.currency, ""]]];
}

export type CardStorefront = { readonly country: string; readonly language: string };

/** Returns a row of a search, a chart or a publisher's page. */
export function card(app: AppOnDay, { country, language }: CardStorefront): Payload {
  const listing = app.listing(language, country);
  const metrics = app.metrics(country);
  return payloadOf([
    [[0, 0], app.externalId],
    [[1, 3, 2], app.iconUrl],
    [[3], listing?.title],
    ...(metrics?.rating == null ? [] : ([[[4], [metrics.rating.toFixed(1), metrics.rating]]] as const)),
    ...priceAt([8, 1, 0], metrics),
    [[10, 4, 2], `/store/apps/details?id=${app.externalId}`],
    [[13, 1], asHtml(listing?.description ?? "")],
    [[14], app.publisher.name],
  ]);
}

/** Returns the large card above the rows, for a search that names one app. */
export function exactMatchCard(app: AppOnDay, { country, language }: CardStorefront): Payload {
  const listing = app.listing(language, country);
  const metrics = app.metrics(country);
  return payloadOf([
    [[16, 2, 0, 0], listing?.title],
    [[16, 2, 68, 0], app.publisher.name],
    [[16, 2, 68, 1, 4, 2], publisherLink(app.publisher)],
    [[16, 2, 73, 0, 1], asHtml(listing?.shortDescription ?? "")],
    [[16, 2, 95, 0, 3, 2], app.iconUrl],
    ...(metrics?.rating == null
      ? []
      : ([
          [
            [16, 2, 51, 0],
            [metrics.rating.toFixed(1), metrics.rating],
          ],
        ] as const)),
    [[16, 3, 12, 0, 0], app.externalId],
    [[17, 0, 0, 4, 2], `/store/apps/details?id=${app.externalId}`],
    ...priceAt([17, 0, 2, 0, 1, 0], metrics),
  ]);
}
