import type { AppOnDay, CatalogueScreenshot, ListingOnDay, MetricsOnDay } from "../catalogue/records.ts";
import { html, type StoreRoute, type UpstreamRequest } from "../store-route.ts";
import { pageLocale } from "./languages.ts";
import { appPageUrl, contentRating, publisherUrl } from "./software-record.ts";

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

  reply({ catalogue, day, request, subject }) {
    const { country, slug, id } = partsOf(request);
    const app = catalogue.appOn({ platform: "ios", externalId: id, day });
    const listing = app?.listing(pageLocale(subject.language), country);
    const metrics = app?.metrics(country);
    if (app === undefined || listing === undefined || metrics === undefined) return html(404, notFoundPage);

    if (slug === undefined) {
      const query = request.query.size === 0 ? "" : `?${request.query}`;
      return { status: 301, headers: { location: `${appPageUrl(app, country)}${query}` }, body: "" };
    }
    return html(200, page(listing, pageData(app, listing, metrics)));
  },
};

const notFoundPage =
  "<!DOCTYPE html><html><head><title>App Store</title></head><body><h1>The page you’re looking for can’t be found.</h1></body></html>";

function partsOf(request: UpstreamRequest): { country: string; slug: string | undefined; id: string } {
  const [, country = "", slug, id = ""] = path.exec(request.path) ?? [];
  return { country, slug, id };
}

function page(listing: ListingOnDay, data: object): string {
  const serialized = JSON.stringify({ data: [{ intent: { $kind: "ProductPageIntent" }, data }] });
  return [
    `<!DOCTYPE html><html lang="${listing.locale}"><head><meta charset="utf-8"><title>App Store</title></head><body>`,
    '<div id="app"></div><script type="application/json" id="serialized-server-data">',
    serialized.replaceAll("<", "\\u003c"),
    "</script></body></html>",
  ].join("");
}

function pageData(app: AppOnDay, listing: ListingOnDay, metrics: MetricsOnDay): object {
  return {
    title: listing.title,
    canonicalURL: appPageUrl(app, listing.country),
    lockup: {
      $kind: "Lockup",
      adamId: app.externalId,
      bundleId: app.facts.bundleId,
      title: listing.title,
      ...(listing.subtitle !== null && { subtitle: listing.subtitle }),
      icon: { template: listing.iconUrl.replace("512x512bb.png", "{w}x{h}{c}.{f}") },
      ageRating: contentRating(app),
    },
    ...(listing.promotionalText !== null && { promotionalText: listing.promotionalText }),
    developerAction: { title: app.publisher.name, pageUrl: publisherUrl(app.publisher, listing.country) },
    shelfMapping: {
      ...mediaShelves(listing),
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

/** Counts from five stars down to one, which Apple sends as floats. */
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
