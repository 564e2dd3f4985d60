import { accessToken } from "./client/access-token.ts";
import { begunReads } from "./client/begun-reads.ts";
import { readState } from "./client/codec.ts";
import { portfolioQuery, portfolioState } from "./features/portfolio/portfolio-state.ts";
import { scopeState } from "./features/scope/scope.ts";
import { appTabPaths } from "./format/app-path.ts";
import { todayUtc } from "./format/days.ts";
import { listingInput, shownListing } from "./screens/app/listing/listing-read.ts";
import { overviewInput } from "./screens/app/overview-read.ts";
import { newEventsInput, newEventsState, shownPortfolio } from "./screens/today/today-reads.ts";
import { isPublic } from "./shell/public-paths.ts";

const TODAY = /^\/dashboard\/?$/;
const APP = /^\/dashboard\/apps\/(ios|android)\/([\w.]+)(?:\/(\w+))?\/?$/;
const appTabs = new Set<string>(Object.values(appTabPaths));

// This file is small. It arrives first, and its requests are under way while the browser loads and runs the others.
const { pathname, search } = window.location;
if (!isPublic(pathname)) {
  // The check of the session shows a failure.
  accessToken.current().catch(() => {});
  const today = todayUtc(Date.now());
  const [, platform, externalId, tab] = APP.exec(pathname) ?? [];
  if (platform !== undefined && externalId !== undefined) {
    const params = { platform, external_id: externalId };
    if (tab === undefined)
      begunReads.begin("showOverview", overviewInput(params, readState(scopeState, search), today));
    else if (appTabs.has(tab)) beginTab(tab, params).catch(() => {});
  }
  if (TODAY.test(pathname)) {
    const values = readState(newEventsState, search);
    // The events of a country depend on its language, which another read returns.
    if (values.country === undefined) begunReads.begin("listEvents", newEventsInput(values, today));
    const portfolio = shownPortfolio(readState(portfolioState, search));
    begunReads.begin("listApps", { query: portfolioQuery(portfolio) });
  }
}

type AppParams = { readonly platform: string; readonly external_id: string };

/** The screen reads again what has failed here. */
async function beginTab(tab: string, params: AppParams): Promise<void> {
  const shown = readState(shownListing, search);
  const app = begunReads.begin("showApp", { params });
  if (tab !== appTabPaths.listing || shown.view !== "texts") return;
  const country = shown.country ?? (await app).data.origin_country_code;
  begunReads.begin("showListing", listingInput(params, country, shown));
}
