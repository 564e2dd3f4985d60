import type { AppOnDay, ListingOnDay, MetricsOnDay } from "../catalogue/records.ts";
import type { StoreRoute } from "../store-route.ts";
import { attributeBlocks } from "./attributes.ts";
import { placeOf, priceAt, ratingAt, storefrontOf } from "./card.ts";
import { clustersPayload } from "./clusters.ts";
import { playNotFound, playPage } from "./page.ts";
import { type Payload, type Placed, payloadOf, put } from "./put.ts";
import { asHtml, localizedDate, localizedNumber, publisherLink } from "./texts.ts";

/** The position of the app's availability in the page; an empty list where it is not sold. */
const OFFER = 18;
const AVAILABLE = 2;
const PRE_REGISTRATION = 1;

export const detailsRoute: StoreRoute = {
  platform: "android",
  kind: "details",
  method: "GET",
  host: "play.google.com",
  path: /^\/store\/apps\/details$/,

  subject: (request) => ({ appIds: [request.query.get("id") ?? ""], ...storefrontOf(request) }),

  reply(query) {
    const { catalogue, day, subject } = query;
    const app = catalogue.appOn({ platform: "android", externalId: subject.appIds[0] ?? "", day });
    const { country, language } = placeOf(subject);
    const isOffered = app?.isAvailable(country) ?? false;
    const soldIn = isOffered ? country : (app?.availableCountries()[0] ?? country);
    const listing = app?.listing(language, soldIn);
    const metrics = app?.metrics(soldIn);
    if (app === undefined || listing === undefined || metrics === undefined) return playNotFound();

    const details = isOffered
      ? detailsPayload({ app, listing, metrics, language })
      : withoutOffer(detailsPayload({ app, listing, metrics: { ...metrics, price: null, currency: null }, language }));
    return playPage({
      language,
      data: {
        "ds:5": { service: "Ws7gDc", payload: payloadOf([[[1, 2], details]]) },
        "ds:8": { service: "ag2B9c", payload: clustersPayload(query, app) },
        "ds:10": { service: "oCPfdb", payload: [] },
      },
    });
  },
};

/** In a country in which the app is not sold, the page has texts but no price and no button. */
function withoutOffer(details: Payload): Payload {
  put(details, [OFFER], []);
  return details;
}

function detailsPayload(input: {
  app: AppOnDay;
  listing: ListingOnDay;
  metrics: MetricsOnDay;
  language: string;
}): Payload {
  const { app, listing, metrics, language } = input;
  const { attributes } = app;
  const isReleaseHidden = app.isPreRegistration || app.facts.draws.chance("release date hidden", 0.05);
  return payloadOf([
    [[0, 0], listing.title],
    ...attributeBlocks(app, listing),
    [[10, 0], isReleaseHidden ? null : localizedDate(app.originalReleaseDate, language)],
    [[OFFER, 0], app.isPreRegistration ? PRE_REGISTRATION : AVAILABLE],
    [[48], attributes.hasAds ? 1 : null],
    [[68], publisherBlock(app)],
    [[69, 0, 5, 2], app.publisher.website],
    [[69, 1, 0], `support@${new URL(app.publisher.website).host}`],
    [[72, 0, 1], asHtml(listing.description)],
    [[73, 0, 1], asHtml(listing.shortDescription ?? "")],
    [[79, 0, 0, 0], app.category.name],
    [[79, 0, 0, 2], app.category.externalId],
    ...(attributes.hasPrivacyPolicy ? ([[[99, 0, 5, 2], `${app.publisher.website}/privacy`]] as const) : []),
    [[140, 0, 0, 0], app.version],
    [[140, 1, 1, 0, 0, 1], attributes.minimumOs],
    [[145, 0, 1, 0], Date.parse(app.versionReleasedAt) / 1_000],
    ...(listing.whatsNew === null ? [] : ([[[144, 1, 1], asHtml(listing.whatsNew)]] as const)),
    ...media(listing),
    ...figures(metrics, language),
  ]);
}

function publisherBlock({ publisher }: AppOnDay): Payload {
  return payloadOf([
    [[0], publisher.name],
    [[1, 4, 2], publisherLink(publisher)],
    [[2], publisher.accountId],
  ]);
}

function media(listing: ListingOnDay): readonly Placed[] {
  return [
    [[78, 0], listing.screenshots.map(({ url }) => payloadOf([[[3, 2], url]]))],
    [[95, 0, 3, 2], listing.iconUrl],
    ...(listing.videoUrl === null ? [] : ([[[100, 0, 0, 3, 2], listing.videoUrl]] as const)),
  ];
}

function figures(metrics: MetricsOnDay, language: string): readonly Placed[] {
  const unrated = [...installs(metrics, language), ...priceAt([57, 0, 0, 0, 0, 1, 0], metrics)];
  if (metrics.rating === null) return unrated;

  return [
    ...unrated,
    ...ratingAt([51, 0], metrics),
    [
      [51, 1],
      [null, ...metrics.stars.map((count) => [localizedNumber(count, language), count])],
    ],
    [
      [51, 2],
      [localizedNumber(metrics.ratingCount, language), metrics.ratingCount],
    ],
    [
      [51, 3],
      [String(metrics.ratingCount >> 3), metrics.ratingCount >> 3],
    ],
  ];
}

function installs({ installsRange, installs: exact }: MetricsOnDay, language: string): readonly Placed[] {
  if (installsRange === null) return [];
  const bucket = Number(installsRange.replace(/\D/g, ""));
  return [
    [[13, 0], `${localizedNumber(bucket, language)}+`],
    [[13, 1], bucket],
    [[13, 2], exact],
    [[13, 3], `${bucket}+`],
  ];
}
