import type { Call } from "../../http/route.ts";
import type { AppPage } from "./app-page.ts";
import type { ChartRecord, ChartRequest } from "./chart.ts";
import type { ChartPage, ChartPageRequest } from "./chart-page.ts";
import type { DeveloperRequest } from "./developer.ts";
import type { LookedUp, LookupRecord, Storefront } from "./look-up.ts";
import type { LookedUpStorefront, StorefrontRequest } from "./look-up-storefront.ts";
import type { RatingsRequest, StorefrontRatings } from "./read-ratings.ts";
import type { RankedIds, RanksRequest, SearchRequest } from "./search.ts";
import type { SuggestionsRequest } from "./suggest.ts";

export type AppStore = {
  readonly lookUp: (storefront: Storefront, call: Call) => Promise<LookedUp>;
  readonly lookUpStorefront: (request: StorefrontRequest, call: Call) => Promise<LookedUpStorefront>;
  /** The web page of an app that was looked up in the same storefront. */
  readonly readPage: (storefront: Storefront, app: LookupRecord, call: Call) => Promise<AppPage>;
  readonly readPageAlone: (storefront: Storefront, call: Call) => Promise<AppPage>;
  readonly readRatings: (request: RatingsRequest, call: Call) => Promise<StorefrontRatings>;
  readonly search: (request: SearchRequest, call: Call) => Promise<readonly LookupRecord[]>;
  readonly searchIds: (request: SearchRequest, call: Call) => Promise<readonly string[]>;
  readonly searchRanks: (request: RanksRequest, call: Call) => Promise<RankedIds>;
  readonly suggest: (request: SuggestionsRequest, call: Call) => Promise<readonly string[]>;
  readonly readChart: (request: ChartRequest, call: Call) => Promise<readonly ChartRecord[]>;
  readonly readChartPage: (request: ChartPageRequest, call: Call) => Promise<ChartPage>;
  readonly listDeveloperApps: (request: DeveloperRequest, call: Call) => Promise<readonly LookupRecord[]>;
};
