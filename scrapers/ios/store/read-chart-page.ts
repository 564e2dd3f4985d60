import { ALL_GENRES } from "../../contracts/ios.ts";
import { unusable } from "../../http/check-record.ts";
import type { Call } from "../../http/route.ts";
import { notFoundOutOfPlace, StoreError } from "../../http/store-errors.ts";
import { type ChartPage, parseChartPage } from "./chart-page.ts";
import { requestPage } from "./read-page.ts";
import { storefrontNumber } from "./storefront-numbers.ts";
import type { AppleTransport } from "./transport.ts";

export type ChartPageRequest = { readonly country: string; readonly category?: string | undefined };

/** Reads the charts of a genre with one request. Throws for a page without charts, or of another storefront. */
export async function readChartPage(
  transport: AppleTransport,
  { country, category = ALL_GENRES }: ChartPageRequest,
  call: Call,
): Promise<ChartPage> {
  storefrontNumber(country);
  // The data has both charts, whichever chart is shown.
  const url = new URL(`https://apps.apple.com/${country}/iphone/charts/${category}?chart=top-free`);
  const { status, body } = await requestPage(transport, { country, lang: undefined }, url, call);
  if (status === 404) throw notFoundOutOfPlace();

  const page = parseChartPage(body, category);
  if (page.path !== undefined && !page.path.startsWith(`/${country}/`)) throw ofAnotherStorefront(page.path);
  if (page.path === undefined || page.charts.length === 0) {
    throw unusable(new Error(`the page at ${page.path ?? "no address"} has ${page.charts.length} charts`));
  }
  if (page.missing.length > 0) call.report("charts.missing", { country, missing: page.missing });
  return page;
}

/** The store may redirect to another storefront; from mainland China, it does so for every request. */
function ofAnotherStorefront(path: string): StoreError {
  const cause = new Error(`the store returned the page at ${path}`);
  return new StoreError("The store returned a page of another storefront", {
    reason: "invalid_response",
    status: 200,
    cause,
  });
}
