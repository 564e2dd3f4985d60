import type { AppOnDay, CatalogueScreenshot, ListingOnDay, MetricsOnDay } from "../catalogue/records.ts";
import type { StoreRoute, UpstreamRequest } from "../store-route.ts";
import { factShelves, lockup, offerProperties, relatedShelf, shownPurchases } from "./app-shelves.ts";
import { pageLocale } from "./languages.ts";
import { pageMarkup } from "./page-markup.ts";
import { type RelatedApps, relatedApps } from "./related-apps.ts";
import { appPageUrl, contentRating, publisherUrl } from "./software-record.ts";
import { notFoundPage, webPage } from "./web-page.ts";

const path = /^\/([a-z]{2})\/app\/(?:([^/]+)\/)?id(\d+)$/;

export const appPageRoute: StoreRoute = {
  platform: "ios",
  kind: "page",
  method: "GET",
  host: "apps.apple.com",
  path,

  subject(request) {
    const { country, id } = partsOf(request);
    return { appIds: [id], country, language: request.query.get("l") };
  },

  reply(query) {
    const { catalogue, day, request, subject } = query;
    const { country, slug, id } = partsOf(request);
    const app = catalogue.appOn({ platform: "ios", externalId: id, day });
    const listing = app?.listing(pageLocale(subject.language), country);
    const metrics = app?.metrics(country);
    if (app === undefined || listing === undefined || metrics === undefined) return notFoundPage;

    if (slug === undefined) {
      const query = request.query.size === 0 ? "" : `?${request.query}`;
      return { status: 301, headers: { location: `${appPageUrl(app, country)}${query}` }, body: "" };
    }
    const related = relatedApps(query, app, listing);
    return webPage({
      locale: listing.locale,
      intent: "ProductPageIntent",
      data: pageData(app, listing, metrics, related),
      markup: pageMarkup(shownPurchases(app, country) ?? [], [...related.similar, ...related.ofPublisher]),
    });
  },
};

function partsOf(request: UpstreamRequest): { country: string; slug: string | undefined; id: string } {
  const [, country = "", slug, id = ""] = path.exec(request.path) ?? [];
  return { country, slug, id };
}

function pageData(app: AppOnDay, listing: ListingOnDay, metrics: MetricsOnDay, related: RelatedApps): object {
  const { similar, ofPublisher } = related;
  const { ofTitle, ofLockup } = offerProperties(app);
  return {
    title: listing.title,
    canonicalURL: appPageUrl(app, listing.country),
    lockup: {
      ...lockup(app, listing),
      ageRating: contentRating(app, listing.country),
      ...ofLockup,
    },
    ...ofTitle,
    ...(listing.promotionalText !== null && { promotionalText: listing.promotionalText }),
    developerAction: { title: app.publisher.name, pageUrl: publisherUrl(app.publisher, listing.country) },
    shelfMapping: {
      ...mediaShelves(listing),
      ...factShelves(app, listing, metrics.fileSizeBytes),
      ...(similar.length > 0 && { similarItems: relatedShelf(similar) }),
      ...(ofPublisher.length > 0 && { moreByDeveloper: relatedShelf(ofPublisher) }),
      productRatings: { items: [ratingsItem(metrics)] },
      productDescription: { items: [{ $kind: "ProductDescription", paragraph: { text: listing.description } }] },
      mostRecentVersion: {
        items: [
          {
            $kind: "TitledParagraph",
            text: listing.whatsNew ?? "",
            primarySubtitle: `Version ${app.version}`,
            secondarySubtitle: app.versionReleasedAt.slice(0, 10),
          },
        ],
      },
    },
  };
}

/** Apple sends the counts from five stars down to one, as floats. */
function ratingsItem({ rating, ratingCount, stars }: MetricsOnDay): object {
  return {
    $kind: "Ratings",
    ratingAverage: Math.round((rating ?? 0) * 10) / 10,
    totalNumberOfRatings: ratingCount,
    ratingCounts: stars.toReversed(),
  };
}

function mediaShelves(listing: ListingOnDay): object {
  const shots = (device: CatalogueScreenshot["device_type"]) =>
    listing.screenshots.filter(({ device_type }) => device_type === device).map(({ url }) => screenshotItem(url));
  const [phone, pad] = [shots("iphone"), shots("ipad")];
  const video = listing.videoUrl === null ? [] : [{ video: { videoUrl: listing.videoUrl, allowsAutoPlay: true } }];

  return {
    ...(phone.length + video.length > 0 && { product_media_phone_: { items: [...video, ...phone] } }),
    ...(pad.length > 0 && { product_media_pad_: { items: pad } }),
  };
}

function screenshotItem(url: string): object {
  return { screenshot: { template: url.replace(/\d+x\d+bb\.jpg$/, "{w}x{h}{c}.{f}"), width: 1290, height: 2796 } };
}
