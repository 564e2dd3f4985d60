import type { CataloguePublisher } from "../catalogue/records.ts";
import type { StoreRoute } from "../store-route.ts";
import { card, placeOf, storefrontOf } from "./card.ts";
import { playNotFound, playPage } from "./page.ts";
import { writeToken } from "./publisher-continuation.ts";
import { payloadOf } from "./put.ts";

type PageForm = {
  readonly path: RegExp;
  readonly service: string;
  readonly find: (publisher: CataloguePublisher, id: string) => boolean;
  readonly position: number;
  readonly rows: number;
  /** Rows of the page by name are nested in one more array. */
  readonly isWrapped: boolean;
};

/** Every publisher has a page by name, branded ones also a page by number. */
export const publisherPageRoutes: readonly StoreRoute[] = [
  publisherPage({
    path: /^\/store\/apps\/developer$/,
    service: "IRWBmd",
    find: ({ name }, id) => name === id,
    position: 22,
    rows: 50,
    isWrapped: true,
  }),
  publisherPage({
    path: /^\/store\/apps\/dev$/,
    service: "MRTdke",
    find: ({ isBranded, accountId }, id) => isBranded && accountId === id,
    position: 21,
    rows: 10,
    isWrapped: false,
  }),
];

function publisherPage({ path, service, find, position, rows, isWrapped }: PageForm): StoreRoute {
  return {
    platform: "android",
    kind: "publisher",
    method: "GET",
    host: "play.google.com",
    path,
    subject: (request) => ({ appIds: [request.query.get("id") ?? ""], ...storefrontOf(request) }),

    reply({ catalogue, day, subject }) {
      const place = placeOf(subject);
      const publisher = catalogue.publishers("android").find((one) => find(one, subject.appIds[0] ?? ""));
      const publisherExternalId = publisher?.externalId ?? "";
      const apps = catalogue.publisherApps({ platform: "android", publisherExternalId, country: place.country, day });
      if (publisher === undefined || apps.length === 0) return playNotFound();

      const first = apps.slice(0, rows).map((app) => (isWrapped ? [card(app, place)] : card(app, place)));
      const token = apps.length > rows ? writeToken({ accountId: publisher.accountId, offset: rows }) : null;
      const payload = payloadOf([
        [[0, 1, 0, position, 0], first],
        [[0, 1, 0, position, 1, 3, 1], token],
      ]);
      return playPage({ language: place.language, data: { "ds:3": { service, payload } } });
    },
  };
}
