import { type Platform, platformFacts } from "../../lib/domain/platform.ts";
import type { CallContext, ChartPageRequest, ChartRequest, StoreConnector } from "../../lib/stores/connector.ts";
import type {
  ChartEntry,
  ChartPage,
  ItemLookup,
  PublisherApp,
  PublisherHit,
  SearchHit,
  SearchRanks,
  StoreFailure,
} from "../../lib/stores/records.ts";
import type { RecordCall } from "./fake-store-calls.ts";
import { fakeHit, storeFailure } from "./fake-store-records.ts";
import { createScript, type FakeResponse, orThrow, settle } from "./fake-store-scripts.ts";

type Found<T> = { readonly found: readonly T[] };
type Hits = { readonly hits: readonly SearchHit[] };

export type FakeListScripts = {
  /** Makes all charts empty that are not scripted. */
  emptyCharts(): void;
  /** By default, the chart of free apps begins with `TOP_APP`; other lists are empty, or of an unknown publisher. */
  scriptSearch(term: string, country: string, ...responses: (Hits | "hang" | StoreFailure)[]): void;
  scriptChart(chart: ChartRequest, ...responses: (Found<ChartEntry> | "hang" | StoreFailure)[]): void;
  /** A page that is not scripted has no readable charts. */
  scriptChartPage(page: ChartPageRequest, ...responses: (ChartPage | "hang" | StoreFailure)[]): void;
  scriptPublisherApps(
    externalId: string,
    country: string,
    ...responses: (Found<PublisherApp> | "hang" | StoreFailure | "empty_response")[]
  ): void;
  scriptPublisherSearch(
    term: string,
    country: string,
    ...responses: (Found<PublisherHit> | "hang" | StoreFailure)[]
  ): void;
  scriptSearchRanks(
    term: string,
    country: string,
    ...responses: (Partial<SearchRanks> | "hang" | StoreFailure)[]
  ): void;
  scriptSuggestions(term: string, country: string, ...responses: (Found<string> | "hang" | StoreFailure)[]): void;
};

type ListRequests = Pick<
  StoreConnector,
  | "searchApps"
  | "searchAppIds"
  | "fetchChart"
  | "fetchChartPage"
  | "fetchPublisherApps"
  | "searchPublishers"
  | "suggestTerms"
  | "searchRanks"
>;

/** The apps at the top of the free charts, which every storefront sells. `TOP_APP` is the first of them. */
const topApps: readonly string[] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];
export const TOP_APP = "1";

export function isTopApp(externalId: string): boolean {
  return topApps.includes(externalId);
}

const freeChart = topApps.map(
  (externalId, index): ChartEntry => ({
    ...fakeHit(externalId, { name: `On top ${externalId}` }),
    rank: index + 1,
    price: 0,
    currency: "USD",
  }),
);

/** The part of a fake store that returns searches, charts and the apps of publishers. */
export function createFakeLists(
  platform: Platform,
  record: RecordCall,
): {
  readonly scripts: FakeListScripts;
  readonly requests: ListRequests;
  readonly hitOf: (externalId: string) => SearchHit | undefined;
} {
  let charted: readonly ChartEntry[] = freeChart;
  const searches = createScript<FakeResponse<Hits>>();
  /** What searches find is for sale. */
  const shown = new Map<string, SearchHit>();
  const charts = createScript<FakeResponse<Found<ChartEntry>>>();
  const chartPages = createScript<FakeResponse<ChartPage>>();
  const publishers = createScript<FakeResponse<Found<PublisherApp>>>();
  const publisherSearches = createScript<FakeResponse<Found<PublisherHit>>>();
  const suggestions = createScript<FakeResponse<Found<string>>>();
  const ranks = createScript<FakeResponse<SearchRanks>>();

  const listOf = async <Item>(operation: keyof ListRequests, settling: Promise<ItemLookup<readonly Item[]>>) => {
    const lookup = await orThrow(platform, operation, settling);
    return lookup.outcome === "found" ? lookup.record : [];
  };

  const search = async (
    operation: "searchApps" | "searchAppIds",
    { term, country, limit }: { readonly term: string; readonly country: string; readonly limit: number },
    context: CallContext,
  ) => {
    record({ operation, subject: term, countries: [country], context });
    const response = searches.next(`${country} ${term}`) ?? {};
    const settling = settle<Hits, Hits["hits"]>(response, ({ hits = [] }) => hits, context);
    const hits = (await listOf(operation, settling)).slice(0, limit);
    for (const hit of hits) shown.set(hit.external_id, hit);
    return hits;
  };

  return {
    hitOf: (externalId) => shown.get(externalId),
    scripts: {
      emptyCharts: () => {
        charted = [];
      },
      scriptSearch: (term, country, ...responses) => searches.set(`${country} ${term}`, responses),
      scriptChart: (chart, ...responses) => charts.set(chartKey(chart), responses),
      scriptChartPage: (page, ...responses) => chartPages.set(pageKey(page), responses),
      scriptPublisherApps: (externalId, country, ...responses) => publishers.set(`${externalId} ${country}`, responses),
      scriptPublisherSearch: (term, country, ...responses) => publisherSearches.set(`${country} ${term}`, responses),
      scriptSearchRanks: (term, country, ...responses) => ranks.set(`${country} ${term}`, responses),
      scriptSuggestions: (term, country, ...responses) => suggestions.set(`${country} ${term}`, responses),
    },

    requests: {
      searchApps: (request, context) => search("searchApps", request, context),

      searchAppIds: platformFacts[platform].hasStorefrontApps
        ? async (request, context) =>
            (await search("searchAppIds", request, context)).map(({ external_id }) => external_id)
        : undefined,

      fetchChart: (chart, context) => {
        const subject = chartKey(chart);
        record({ operation: "fetchChart", subject, countries: [chart.country], context });
        const response = charts.next(subject) ?? unscriptedChart(chart, charted);
        return listOf("fetchChart", settle(response, foundIn<ChartEntry>, context));
      },

      fetchChartPage: platformFacts[platform].hasChartPages
        ? async (page, context) => {
            const subject = pageKey(page);
            record({ operation: "fetchChartPage", subject, countries: [page.country], context });
            const response = chartPages.next(subject) ?? storeFailure("invalid_response", { status: 200 });
            const complete = ({ charts = [], missing = [] }: Partial<ChartPage>) => ({ charts, missing });
            const lookup = await orThrow(platform, "fetchChartPage", settle(response, complete, context));
            return lookup.outcome === "found" ? lookup.record : complete({});
          }
        : undefined,

      fetchPublisherApps: ({ externalId, country, pages }, context) => {
        const call = { operation: "fetchPublisherApps", subject: externalId, countries: [country], context } as const;
        record({ ...call, ...(pages !== undefined && { pages }) });
        const response = publishers.next(`${externalId} ${country}`) ?? "empty_response";
        return orThrow(platform, "fetchPublisherApps", settle(response, foundIn<PublisherApp>, context));
      },

      searchPublishers: async ({ term, country, limit }, context) => {
        record({ operation: "searchPublishers", subject: term, countries: [country], context });
        const response = publisherSearches.next(`${country} ${term}`) ?? {};
        return (await listOf("searchPublishers", settle(response, foundIn<PublisherHit>, context))).slice(0, limit);
      },

      searchRanks: async ({ term, country, language }, context) => {
        record({ operation: "searchRanks", subject: term, countries: [country], locales: [language], context });
        const complete = ({ ids = [], apps = [], namesStorefront = true }: Partial<SearchRanks>) => ({
          ids,
          apps,
          namesStorefront,
        });
        const settling = settle(ranks.next(`${country} ${term}`) ?? {}, complete, context);
        const lookup = await orThrow(platform, "searchRanks", settling);
        return lookup.outcome === "found" ? lookup.record : complete({});
      },

      suggestTerms: ({ term, country, language }, context) => {
        record({ operation: "suggestTerms", subject: term, countries: [country], locales: [language], context });
        const response = suggestions.next(`${country} ${term}`) ?? {};
        return listOf("suggestTerms", settle(response, foundIn<string>, context));
      },
    },
  };
}

function foundIn<Item>({ found = [] }: Partial<Found<Item>>): readonly Item[] {
  return found;
}

function unscriptedChart(chart: ChartRequest, found: readonly ChartEntry[]): Partial<Found<ChartEntry>> {
  return chart.collection === "top_free" && chart.categoryExternalId === null ? { found } : {};
}

function pageKey({ country, categoryExternalId }: ChartPageRequest): string {
  return `${country} ${categoryExternalId ?? "all"}`;
}

function chartKey({ collection, country, categoryExternalId }: ChartRequest): string {
  return `${collection} ${country} ${categoryExternalId ?? "all"}`;
}
