import type { Platform } from "../../lib/domain/platform.ts";
import type { CallContext, ChartRequest, StoreConnector } from "../../lib/stores/connector.ts";
import type { ChartEntry, PublisherApp, PublisherHit, StoreFailure } from "../../lib/stores/records.ts";
import { createScript, type FakeResponse, orThrow, settle } from "./fake-store-script.ts";

type Found<T> = { readonly found: readonly T[] };
type ListResponse<T> = Found<T> | "hang" | StoreFailure;

/** What a test says about a store's lists. What is not scripted is an empty list, or an unknown publisher. */
export type FakeLists = Pick<StoreConnector, "fetchChart" | "fetchPublisherApps" | "searchPublishers"> & {
  scriptChart(chart: ChartRequest, ...responses: ListResponse<ChartEntry>[]): void;
  scriptPublisherApps(
    externalId: string,
    country: string,
    ...responses: (ListResponse<PublisherApp> | "empty_response")[]
  ): void;
  scriptPublisherSearch(term: string, country: string, ...responses: ListResponse<PublisherHit>[]): void;
};

type Record = (call: {
  readonly operation: keyof FakeLists & keyof StoreConnector;
  readonly subject: string;
  readonly countries: readonly string[];
  readonly context: CallContext;
}) => void;

export function createFakeLists(platform: Platform, record: Record): FakeLists {
  const charts = createScript<FakeResponse<Found<ChartEntry>>>();
  const publishers = createScript<FakeResponse<Found<PublisherApp>>>();
  const searches = createScript<FakeResponse<Found<PublisherHit>>>();

  return {
    scriptChart: (chart, ...responses) => charts.set(chartKey(chart), responses),
    scriptPublisherApps: (externalId, country, ...responses) => publishers.set(`${externalId} ${country}`, responses),
    scriptPublisherSearch: (term, country, ...responses) => searches.set(`${country} ${term}`, responses),

    fetchChart: async (chart, context) => {
      record({ operation: "fetchChart", subject: chartKey(chart), countries: [chart.country], context });
      return list(charts.next(chartKey(chart)), "fetchChart", context);
    },

    fetchPublisherApps: async ({ externalId, country }, context) => {
      record({ operation: "fetchPublisherApps", subject: externalId, countries: [country], context });
      const response = publishers.next(`${externalId} ${country}`) ?? "empty_response";
      const lookup = orThrow(await settle(response, complete<PublisherApp>, context), platform, "fetchPublisherApps");
      return lookup.outcome === "found" ? { outcome: "found", record: lookup.record.found } : lookup;
    },

    searchPublishers: async ({ term, country, limit }, context) => {
      record({ operation: "searchPublishers", subject: term, countries: [country], context });
      return (await list(searches.next(`${country} ${term}`), "searchPublishers", context)).slice(0, limit);
    },
  };

  async function list<T>(response: FakeResponse<Found<T>> | undefined, operation: string, context: CallContext) {
    const lookup = orThrow(await settle(response ?? {}, complete<T>, context), platform, operation);
    return lookup.outcome === "found" ? lookup.record.found : [];
  }
}

function complete<T>(response: Partial<Found<T>>): Found<T> {
  return { found: [], ...response };
}

function chartKey({ collection, country, categoryExternalId }: ChartRequest): string {
  return `${collection} ${country} ${categoryExternalId ?? "all"}`;
}
