import type { AppOnDay, MetricsOnDay } from "../catalogue/records.ts";
import type { StoreRoute, UpstreamRequest } from "../store-route.ts";
import { at, batchAddress, batchCallOf, batchResponse, calls } from "./batch.ts";
import { type CardStorefront, placeOf, ratingAt, storefrontOf } from "./card.ts";
import { type Payload, type Placed, payloadOf } from "./put.ts";
import { asHtml, publisherLink } from "./texts.ts";

const RPC = "qnKhOb";
const ROWS_MAX = 100;

/** Further pages of a publisher's apps still have an older layout. */
export const continuationRoute: StoreRoute = {
  ...batchAddress,
  kind: "publisher",
  accepts: calls(RPC),

  subject: (request) => {
    const { accountId } = tokenOf(request) ?? {};
    return { appIds: accountId === undefined ? [] : [accountId], ...storefrontOf(request) };
  },

  reply({ catalogue, day, request, subject }) {
    const token = tokenOf(request);
    const publisher = catalogue.publishers("android").find(({ accountId }) => accountId === token?.accountId);
    if (token === undefined || publisher === undefined) return batchResponse(request, RPC, null);

    const place = placeOf(subject);
    const { externalId: publisherExternalId, accountId } = publisher;
    const apps = catalogue.publisherApps({ platform: "android", publisherExternalId, country: place.country, day });
    const end = token.offset + rowsWantedBy(request);
    const payload = payloadOf([
      [[0, 0, 0], apps.slice(token.offset, end).map((app) => oldCard(app, place))],
      [[0, 0, 7, 1], end < apps.length ? writeToken({ accountId, offset: end }) : null],
    ]);
    return batchResponse(request, RPC, payload);
  },
};

function tokenOf(request: UpstreamRequest): PageToken | undefined {
  const token = at(batchCallOf(request)?.argument, 0, -1);
  return typeof token === "string" ? readToken(token) : undefined;
}

function rowsWantedBy(request: UpstreamRequest): number {
  const wanted = Number(at(batchCallOf(request)?.argument, 0, 1, 0, 1, 1));
  return wanted >= 1 ? Math.min(wanted, ROWS_MAX) : ROWS_MAX;
}

type PageToken = { readonly accountId: string; readonly offset: number };

export function writeToken({ accountId, offset }: PageToken): string {
  return `${Buffer.from(`${accountId}:${offset}`).toString("base64url")}:S:ANO1ljI`;
}

function readToken(token: string): PageToken | undefined {
  const [, accountId, offset] =
    /^(\d+):(\d+)$/.exec(Buffer.from(token.split(":")[0] ?? "", "base64url").toString()) ?? [];
  return accountId === undefined ? undefined : { accountId, offset: Number(offset) };
}

/** A free app has no price in this row. */
function oldCard(app: AppOnDay, { country, language }: CardStorefront): Payload {
  const listing = app.listing(language, country);
  const metrics = app.metrics(country);
  return payloadOf([
    [[1, 1, 0, 3, 2], app.iconUrl],
    [[2], listing?.title],
    [[4, 0, 0, 0], app.publisher.name],
    [[4, 0, 0, 1, 4, 2], publisherLink(app.publisher)],
    [[4, 1, 1, 1, 1], asHtml(listing?.description ?? "")],
    ...ratingAt([6, 0, 2, 1], metrics),
    ...oldPrice(metrics),
    [[9, 4, 2], `/store/apps/details?id=${app.externalId}`],
    [[12, 0], app.externalId],
  ]);
}

function oldPrice(metrics: MetricsOnDay | undefined): readonly Placed[] {
  if (!metrics?.price) return [];
  const { price, currency } = metrics;
  return [
    [
      [7, 0, 3, 2, 1, 0],
      [price, currency, `${currency} ${price.toLocaleString("en-US")}`],
    ],
  ];
}
