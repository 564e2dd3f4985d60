import { html, json, type StoreRoute, type UpstreamRequest } from "../store-route.ts";
import { countryOfStoreFront } from "./storefront-ids.ts";

const path = /^\/([a-z]{2})\/customer-reviews\/id(\d+)$/;

const WRITTEN_SHARE = 0.04;

/** Apple's own clients request the ratings of one app at a time here. */
export const customerReviewsRoute: StoreRoute = {
  platform: "ios",
  kind: "reviews",
  method: "GET",
  host: "itunes.apple.com",
  path,
  accepts: ({ query }) => query.get("displayable-kind") === "11",

  subject(request) {
    const [, country = "", id = ""] = path.exec(request.path) ?? [];
    const storefront = storefrontOf(request);
    return {
      appIds: [id],
      country: storefront === undefined ? country : countryOfStoreFront(storefront),
      language: null,
    };
  },

  reply({ catalogue, day, request, subject }) {
    const [externalId = ""] = subject.appIds;
    const metrics = catalogue.appOn({ platform: "ios", externalId, day })?.metrics(subject.country ?? "");
    // app-store-scraper takes an empty body for an app that the storefront does not have.
    if (metrics === undefined) return html(200, "");
    if (!wantsJson(request)) return html(200, "<!DOCTYPE html><html><body></body></html>");

    const { rating, ratingCount, stars } = metrics;
    return json(
      200,
      JSON.stringify({
        kindId: 11,
        adamId: Number(externalId),
        ratingAverage: Math.round((rating ?? 0) * 10) / 10,
        ratingCount,
        // The first count is for one star.
        ratingCountList: stars,
        totalNumberOfReviews: Math.floor(ratingCount * WRITTEN_SHARE),
      }),
    );
  },
};

/** The header's last number names the client: 29 reads JSON, others a page. */
function wantsJson(request: UpstreamRequest): boolean {
  return /^\d+(-\d+)?,29\b/.test(storefrontOf(request) ?? "");
}

function storefrontOf({ headers }: UpstreamRequest): string | undefined {
  return headers["x-apple-store-front"]?.toString();
}
