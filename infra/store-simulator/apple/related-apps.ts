import type { AppOnDay, ListingOnDay } from "../catalogue/records.ts";
import type { StoreQuery } from "../store-route.ts";

export type ShownApp = { readonly app: AppOnDay; readonly listing: ListingOnDay };

export type RelatedApps = { readonly similar: readonly ShownApp[]; readonly ofPublisher: readonly ShownApp[] };

const WITHOUT_SIMILAR_SHARE = 0.05;
const OF_PUBLISHER_MAX = 12;

/** Returns the apps that a page links to, with texts in the language of the page. */
export function relatedApps(
  { catalogue, day }: StoreQuery,
  app: AppOnDay,
  { country, locale }: ListingOnDay,
): RelatedApps {
  const shown = (apps: readonly AppOnDay[]) =>
    apps.flatMap((one) => {
      const listing = one.externalId === app.externalId ? undefined : one.listing(locale, country);
      return listing === undefined ? [] : [{ app: one, listing }];
    });
  const request = { platform: "ios", country, day } as const;
  const hasSimilar = !app.facts.draws.chance("page without similar apps", WITHOUT_SIMILAR_SHARE);
  const ofPublisher = catalogue.publisherApps({ ...request, publisherExternalId: app.publisher.externalId });
  return {
    similar: hasSimilar ? shown(catalogue.similarApps({ ...request, externalId: app.externalId })) : [],
    ofPublisher: shown(ofPublisher.slice(0, OF_PUBLISHER_MAX)),
  };
}
