import type { AppOnDay } from "../catalogue/records.ts";
import type { StoreQuery } from "../store-route.ts";
import { type CardStorefront, card, placeOf } from "./card.ts";
import { type Payload, payloadOf } from "./put.ts";
import { publisherLink } from "./texts.ts";

const OF_PUBLISHER_MAX = 6;

/** Returns the clusters of apps below a details page: those of the publisher, then similar ones. */
export function clustersPayload({ catalogue, day, subject }: StoreQuery, app: AppOnDay): Payload {
  const place = placeOf(subject);
  const request = { platform: "android", country: place.country, day } as const;
  const ofPublisher = catalogue
    .publisherApps({ ...request, publisherExternalId: app.publisher.externalId })
    .filter(({ externalId }) => externalId !== app.externalId)
    .slice(0, OF_PUBLISHER_MAX);
  const similar = catalogue.similarApps({ ...request, externalId: app.externalId });
  const clusters = [
    cluster(ofPublisher, place, { title: `More by ${app.publisher.name}`, address: publisherLink(app.publisher) }),
    cluster(similar, place, {
      title: similarTitle(app, place.language),
      address: "/store/apps/collection/cluster?gsr=SAMPLE",
    }),
  ];
  return payloadOf([[[1, 1], clusters.flat()]]);
}

function similarTitle({ category: { externalId } }: AppOnDay, language: string): string {
  if (!language.startsWith("en")) return "Ähnliche Apps";
  return externalId.startsWith("GAME") ? "Similar games" : "Similar apps";
}

function cluster(
  apps: readonly AppOnDay[],
  place: CardStorefront,
  { title, address }: { readonly title: string; readonly address: string },
): readonly Payload[] {
  if (apps.length === 0) return [];
  return [
    payloadOf([
      [[21, 0], apps.map((one) => card(one, place))],
      [[21, 1, 0], title],
      [[21, 1, 2, 4, 2], address],
    ]),
  ];
}
