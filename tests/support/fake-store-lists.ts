import type { Platform } from "../../lib/domain/platform.ts";
import type { CallContext, ChartQuestion, StoreConnector } from "../../lib/stores/connector.ts";
import type { ChartEntry, PublisherApp, PublisherHit, StoreFailure } from "../../lib/stores/records.ts";
import { createScript, type FakeAnswer, orThrow, settle } from "./fake-store-script.ts";

type Found<T> = { readonly found: readonly T[] };
type ListAnswer<T> = Found<T> | "hang" | StoreFailure;

/** What a test says about a store's lists. What is not scripted is an empty list, or an unknown publisher. */
export type FakeLists = Pick<StoreConnector, "fetchChart" | "fetchPublisherApps" | "searchPublishers"> & {
  scriptChart(chart: ChartQuestion, ...answers: ListAnswer<ChartEntry>[]): void;
  scriptPublisherApps(
    externalId: string,
    country: string,
    ...answers: (ListAnswer<PublisherApp> | "empty_response")[]
  ): void;
  scriptPublisherSearch(term: string, country: string, ...answers: ListAnswer<PublisherHit>[]): void;
};

type Record = (call: {
  readonly operation: keyof FakeLists & keyof StoreConnector;
  readonly subject: string;
  readonly countries: readonly string[];
  readonly context: CallContext;
}) => void;

export function createFakeLists(platform: Platform, record: Record): FakeLists {
  const charts = createScript<FakeAnswer<Found<ChartEntry>>>();
  const publishers = createScript<FakeAnswer<Found<PublisherApp>>>();
  const searches = createScript<FakeAnswer<Found<PublisherHit>>>();

  return {
    scriptChart: (chart, ...answers) => charts.set(chartKey(chart), answers),
    scriptPublisherApps: (externalId, country, ...answers) => publishers.set(`${externalId} ${country}`, answers),
    scriptPublisherSearch: (term, country, ...answers) => searches.set(`${country} ${term}`, answers),

    fetchChart: async (chart, context) => {
      record({ operation: "fetchChart", subject: chartKey(chart), countries: [chart.country], context });
      return list(charts.next(chartKey(chart)), "fetchChart", context);
    },

    fetchPublisherApps: async ({ externalId, country }, context) => {
      record({ operation: "fetchPublisherApps", subject: externalId, countries: [country], context });
      const answer = publishers.next(`${externalId} ${country}`) ?? "empty_response";
      const lookup = orThrow(await settle(answer, complete<PublisherApp>, context), platform, "fetchPublisherApps");
      return lookup.outcome === "found" ? { outcome: "found", record: lookup.record.found } : lookup;
    },

    searchPublishers: async ({ term, country, limit }, context) => {
      record({ operation: "searchPublishers", subject: term, countries: [country], context });
      return (await list(searches.next(`${country} ${term}`), "searchPublishers", context)).slice(0, limit);
    },
  };

  async function list<T>(answer: FakeAnswer<Found<T>> | undefined, operation: string, context: CallContext) {
    const lookup = orThrow(await settle(answer ?? {}, complete<T>, context), platform, operation);
    return lookup.outcome === "found" ? lookup.record.found : [];
  }
}

function complete<T>(answer: Partial<Found<T>>): Found<T> {
  return { found: [], ...answer };
}

function chartKey({ collection, country, categoryExternalId }: ChartQuestion): string {
  return `${collection} ${country} ${categoryExternalId ?? "all"}`;
}
