import { pageSchema, ratingsSchema, type ScraperPage, type ScraperRatings } from "../../contracts/app-parts.ts";
import { checkRecord } from "../../http/check-record.ts";
import type { AppPage } from "./app-page.ts";
import type { StorefrontRatings } from "./read-ratings.ts";
import { shapePageFields, shapeStars } from "./shape-records.ts";

type Target = { readonly country: string; readonly locale: string };

export function shapePage(target: Target, page: AppPage): ScraperPage {
  return checkRecord(pageSchema, { ...target, ...shapePageFields({}, page) } satisfies ScraperPage);
}

export function shapeRatings(country: string, { average, count, stars }: StorefrontRatings): ScraperRatings {
  return checkRecord(ratingsSchema, {
    country,
    rating: count === 0 ? null : average,
    rating_count: count,
    rating_breakdown: shapeStars(stars),
  } satisfies ScraperRatings);
}
