import type { AppOnDay, MetricsOnDay } from "../catalogue/records.ts";
import type { Subject, UpstreamRequest } from "../store-route.ts";
import { type Payload, type Placed, payloadOf } from "./put.ts";
import { asHtml, publisherLink } from "./texts.ts";

const MICROS = 1_000_000;

export function priceAt(path: readonly number[], metrics: MetricsOnDay | undefined): readonly Placed[] {
  if (metrics?.price == null) return [];
  return [[path, [Math.round(metrics.price * MICROS), metrics.currency, ""]]];
}

export function ratingAt(path: readonly number[], metrics: MetricsOnDay | undefined): readonly Placed[] {
  if (metrics?.rating == null) return [];
  return [[path, [metrics.rating.toFixed(1), metrics.rating]]];
}

export type CardStorefront = { readonly country: string; readonly language: string };

export function storefrontOf({ query }: UpstreamRequest): Pick<Subject, "country" | "language"> {
  return { country: (query.get("gl") ?? "us").toLowerCase(), language: query.get("hl") ?? "en" };
}

export function placeOf({ country, language }: Subject): CardStorefront {
  return { country: country ?? "us", language: language ?? "en" };
}

export function card(app: AppOnDay, { country, language }: CardStorefront): Payload {
  const listing = app.listing(language, country);
  const metrics = app.metrics(country);
  return payloadOf([
    [[0, 0], app.externalId],
    [[1, 3, 2], app.iconUrl],
    [[3], listing?.title],
    ...ratingAt([4], metrics),
    ...priceAt([8, 1, 0], metrics),
    [[10, 4, 2], `/store/apps/details?id=${app.externalId}`],
    [[13, 1], asHtml(listing?.description ?? "")],
    [[14], app.publisher.name],
  ]);
}

/** The large card above the rows, for a search that names one app. */
export function exactMatchCard(app: AppOnDay, { country, language }: CardStorefront): Payload {
  const listing = app.listing(language, country);
  const metrics = app.metrics(country);
  return payloadOf([
    [[16, 2, 0, 0], listing?.title],
    [[16, 2, 68, 0], app.publisher.name],
    [[16, 2, 68, 1, 4, 2], publisherLink(app.publisher)],
    [[16, 2, 73, 0, 1], asHtml(listing?.shortDescription ?? "")],
    [[16, 2, 95, 0, 3, 2], app.iconUrl],
    ...ratingAt([16, 2, 51, 0], metrics),
    [[16, 3, 12, 0, 0], app.externalId],
    [[17, 0, 0, 4, 2], `/store/apps/details?id=${app.externalId}`],
    ...priceAt([17, 0, 2, 0, 1, 0], metrics),
  ]);
}
