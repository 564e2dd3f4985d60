import type { StoreRoute, UpstreamRequest } from "../store-route.ts";
import { at, batchAddress, batchCallOf, batchResponse, calls } from "./batch.ts";
import { oldCard } from "./old-card.ts";
import { type PageToken, readToken, writeToken } from "./page-token.ts";
import { payloadOf } from "./put.ts";
import { placeOf, storefrontOf } from "./storefront.ts";

const RPC = "qnKhOb";
const ROWS_MAX = 100;

/** Returns a further page of a publisher's apps, which still has a layout of years ago. */
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
