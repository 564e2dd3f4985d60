import type { Catalogue } from "../catalogue/catalogue.ts";
import type { AppOnDay, ListingOnDay, MetricsOnDay } from "../catalogue/records.ts";
import { asHtml } from "../google/texts.ts";

export type ShownValues = {
  readonly names: Set<unknown>;
  readonly texts: Set<unknown>;
  readonly numbers: Set<unknown>;
};

/** Smaller counts could be flags. */
const COUNT_MIN = 10;
const MICROS = 1_000_000;

export function noting(catalogue: Catalogue, shown: ShownValues): Catalogue {
  const noted = (app: AppOnDay): AppOnDay => {
    note(shown.texts, [app.publisher.name]);
    return {
      ...app,
      listing: (wanted, country) => noteListing(shown, app.listing(wanted, country)),
      metrics: (country) => noteMetrics(shown, app.metrics(country)),
    };
  };
  return {
    ...catalogue,
    appOn(request) {
      const app = catalogue.appOn(request);
      return app === undefined ? undefined : noted(app);
    },
    suggest(request) {
      const terms = catalogue.suggest(request);
      note(shown.texts, terms);
      return terms;
    },
    search: (request) => catalogue.search(request).map(noted),
    chart: (request) => catalogue.chart(request).map(noted),
    publisherApps: (request) => catalogue.publisherApps(request).map(noted),
  };
}

function noteListing(shown: ShownValues, listing: ListingOnDay | undefined): ListingOnDay | undefined {
  if (listing === undefined) return undefined;
  const { title, subtitle, shortDescription, description, promotionalText, whatsNew } = listing;
  const texts = [title, subtitle, shortDescription, description, promotionalText, whatsNew];
  note(shown.names, [title]);
  note(shown.texts, [...texts, ...texts.map((text) => (text === null ? null : asHtml(text)))]);
  return listing;
}

function noteMetrics(shown: ShownValues, metrics: MetricsOnDay | undefined): MetricsOnDay | undefined {
  if (metrics === undefined) return undefined;
  const { rating, ratingCount, price } = metrics;
  note(shown.numbers, [rating, ratingCount >= COUNT_MIN ? ratingCount : null]);
  if (price !== null)
    note(shown.numbers, price > 0 ? [price, Math.round(price * MICROS), price.toFixed(5)] : [price.toFixed(5)]);
  return metrics;
}

function note(values: Set<unknown>, found: readonly unknown[]): void {
  for (const value of found) {
    if (value !== null && value !== "") values.add(value);
  }
}
