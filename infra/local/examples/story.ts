import * as z from "zod";

import { changeFields } from "../../../lib/domain/change-field.ts";
import type { AppOnDay, CatalogueApp } from "../../store-simulator/catalogue/records.ts";
import type { StoreSimulator } from "../../store-simulator/simulator.ts";
import type { Recorder } from "./recorder.ts";

/**
 * A user's requests from registering to logging out. Each `show` adds a response to the document. The first of an
 * operation is its example, and uses every parameter.
 */

type Host = {
  readonly simulator: StoreSimulator;
  /** Invokes an operation of the runbook. */
  readonly operate: (operation: string, event: object) => Promise<void>;
};

const TERM = "weather";
const HITS_MAX = 25;
/** The day of the simulated stores. The story begins the day before. */
const TODAY = 1;
const platform = "ios";
const country_code = "us";
const unknown = { platform, external_id: "1" };
const unknownCountry = { country_code: "xx" };
const unknownPlatform = { platform: "windows" };

const account = { name: "Ada Lovelace", email: "ada@example.com", password: "correct horse battery" };
const newPassword = "battery staple correct";
const registration = { ...account, password_confirmation: account.password };

const dataOf = <Schema extends z.ZodType>(schema: Schema) => z.object({ data: schema });
const row = z.object({ id: z.int() });
const storedChart = z.object({ data: z.array(z.unknown()).nonempty() });
const storedMovers = z.object({ meta: z.object({ snapshot_date: z.string(), compared_with: z.string() }) });
const createdToken = dataOf(z.object({ token: row, plain_text_token: z.string() }));
const completed = dataOf(z.object({ status: z.literal("completed") }));

/** Stores a chart of the day before, with which today's is compared, and an app that changes until today. */
export async function liveYesterday(recorder: Recorder, { simulator }: Host): Promise<void> {
  recorder.signIn(await recorder.show("registerUser", { body: registration }));
  await recorder.settle("showChart", await chartOf(recorder, simulator), storedChart);
  const { brand, params } = chooseChanging(simulator);
  await recorder.call("searchApps", { query: { term: brand, platform, country_code } });
  await recorder.call("registerApp", { body: params });
  await recorder.settle("showSyncStatus", { params }, completed);
}

export async function liveToday(recorder: Recorder, host: Host): Promise<void> {
  await authenticate(recorder);
  const cast = chooseApps(host.simulator);
  await findApps(recorder, cast);
  await readCharts(recorder, host);
  await followApp(recorder, host, cast);
  await readChanges(recorder, host, cast);
  await followPublisher(recorder, cast);
  await compare(recorder, host, cast);
  await recorder.show("requestSync", { params: cast.app }, "soon_after_the_last");
  await unfollowApp(recorder, cast);
  await manageAccount(recorder);
  const { data } = createdToken.parse(await recorder.call("createApiToken", { body: { name: "last" } }));
  await recorder.show("logOut");
  recorder.signIn({ data: { token: data.plain_text_token } });
  for (const password of [account.password, newPassword]) await recorder.show("deleteProfile", { body: { password } });
}

async function authenticate(recorder: Recorder): Promise<void> {
  const { email, password } = account;
  // Register and login share five requests a minute.
  await recorder.show("registerUser", { body: registration });
  recorder.signIn(await recorder.show("logIn", { body: { email, password } }));
  await recorder.show("logIn", { body: { email, password: "wrong horse" } });
  await recorder.show("logIn", { body: { email: "ada", password } });
  await recorder.show("showCurrentUser");
}

async function findApps(recorder: Recorder, { other }: Cast): Promise<void> {
  const search = { term: TERM, platform, country_code };
  await recorder.show("searchApps", { query: { ...search, exclude_external_ids: [other.external_id] } });
  await recorder.show("searchApps", { query: { ...search, term: "w" } });
  await recorder.show("searchApps", { query: { ...search, ...unknownCountry } });
  await recorder.show("listCountries");
  await recorder.show("listStoreCategories", { query: { platform, type: "app" } });
  await recorder.show("listStoreCategories", { query: { ...unknownPlatform } });
}

/** The name of the category of the tracked apps. */
async function chartOf(recorder: Recorder, simulator: StoreSimulator) {
  const { app } = chooseApps(simulator);
  const found = dataOf(z.array(z.object({ external_id: z.string(), category: row })));
  const query = { term: TERM, platform, country_code };
  const { data } = found.parse(await recorder.call("searchApps", { query }));
  const category = data.find(({ external_id }) => external_id === app.external_id)?.category;
  return { query: { platform, collection: "top_free", country_code, category_id: category?.id ?? 0 } };
}

async function readCharts(recorder: Recorder, { simulator }: Host): Promise<void> {
  const { query } = await chartOf(recorder, simulator);
  const today = storedChart.extend({ meta: z.object({ snapshot_date: z.string(), is_stale: z.literal(false) }) });
  const { meta } = await recorder.settle("showChart", { query }, today);
  await recorder.show("showChart", { query: { ...query, date: meta.snapshot_date } });
  await recorder.show("showChart", { query: { ...query, category_id: 999_999 } });
  await recorder.show("showChart", { query: { ...query, ...unknownCountry } });
}

async function followApp(recorder: Recorder, host: Host, { app, unavailableIn }: Cast): Promise<void> {
  const { operate } = host;
  const listing = { country_code, locale: "en-US", at: dayAgo(-TODAY) };
  // A paused platform shows a run before it begins.
  await operate("pause-platform", { platform, reason: "recording" });
  await recorder.show("registerApp", { body: app });
  await recorder.show("registerApp", { body: unknown });
  await recorder.show("registerApp", { body: { ...app, ...unknownPlatform } });
  await recorder.show("requestSync", { params: app }, "queued");
  const listingOf = { params: app, query: listing };
  await recorder.show("showListing", listingOf);
  await recorder.show("showSyncStatus", { params: app }, "queued");
  await operate("resume-platform", { platform });

  await recorder.settle("showSyncStatus", { params: app }, completed);
  await recorder.show("showSyncStatus", { params: app }, "completed");
  await recorder.show("showListing", listingOf);
  await recorder.show("showListing", { params: app, query: { country_code: unavailableIn } });
  await recorder.show("showListing", { params: app, query: unknownCountry });
  await readRatings(recorder, app);
  await readRanks(recorder, host);
  await recorder.show("listApps", { query: { platform, search: TERM, page: 1, per_page: 50 } });
  await recorder.show("listApps", { query: { per_page: 101 } });
}

async function readChanges(recorder: Recorder, { simulator }: Host, { app }: Cast): Promise<void> {
  const { brand, params: changing } = chooseChanging(simulator);
  await recorder.call("requestSync", { params: changing });
  await recorder.settle("showSyncStatus", { params: changing }, completed);
  const shown = dataOf(row);
  const [parent, changed] = await Promise.all([app, changing].map((params) => recorder.call("showApp", { params })));
  const [{ data: own }, { data: other }] = [shown.parse(parent), shown.parse(changed)];

  const twoDays = { from: dayAgo(0), to: dayAgo(-TODAY) };
  const languages = { locale: "en-US", with_locale: "en-US" };
  await recorder.show("compareListings", { params: changing, query: { ...languages, ...twoDays } });
  await recorder.show("compareListings", { params: changing, query: { locale: "en-US" } });
  await recorder.show("compareListings", { params: changing, query: { locale: "xx", with_locale: "en-US" } });
  await recorder.show("showAvailability", { params: changing });
  await recorder.show("showPrices", { params: changing, query: { country_code } });
  await recorder.show("showPrices", { params: changing, query: unknownCountry });

  const pages = { page: 1, per_page: 50 };
  const days = { from: dayAgo(1), to: dayAgo(-TODAY) };
  const filter = { platform, app_id: other.id, search: brand, locale: "en-US", country_code, ...days, ...pages };
  const field = [...changeFields];
  await recorder.show("listAppChanges", { query: { field, ...filter } });
  await recorder.show("listAppChanges", { query: unknownPlatform });
  const link = { competitor_app_id: other.id, relationship: "direct" };
  const added = shown.parse(await recorder.call("addCompetitor", { params: app, body: link }));
  await recorder.show("listCompetitorChanges", { query: { field, ...filter, tracked_app_id: own.id } });
  await recorder.show("listCompetitorChanges", { query: unknownPlatform });
  await recorder.call("removeCompetitor", { params: { ...app, competitor_id: added.data.id } });
}

/** YYYY-MM-DD. The days of the simulated stores are ahead of this machine's. */
function dayAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

async function readRatings(recorder: Recorder, app: Cast["app"]): Promise<void> {
  await recorder.show("showRatingSummary", { params: app });
  await recorder.show("showRatingHistory", { params: app, query: { days: 2, country_codes: ["us", "de"] } });
  await recorder.show("showRatingHistory", { params: app, query: { days: 366 } });
  await recorder.show("listCountryRatings", { params: app });
}

async function readRanks(recorder: Recorder, { simulator }: Host): Promise<void> {
  const { query } = await chartOf(recorder, simulator);
  const { collection, category_id } = query;
  const charted = dataOf(z.tuple([z.object({ app_external_id: z.string() })], z.unknown()));
  const [first] = charted.parse(await recorder.call("showChart", { query })).data;
  const app = { platform, external_id: first.app_external_id };
  const { meta } = storedMovers.parse(await recorder.call("showChartMovers", { query }));
  const { compared_with: from, snapshot_date: to } = meta;
  await recorder.show("showChartMovers", { query: { ...query, from, to } });
  await recorder.show("showChartMovers", { query: { ...query, from: to } });
  const chart = { collection, country_codes: [country_code], category_id };
  await recorder.show("listRankings", { params: app, query: { ...chart, from, to } });
  await recorder.show("listRankings", { params: app, query: { from } });
}

async function followPublisher(recorder: Recorder, { publisher, term }: Cast): Promise<void> {
  const search = { term, platform, country_code };
  await recorder.show("searchPublishers", { query: search });
  await recorder.show("searchPublishers", { query: { platform } });
  await recorder.show("searchPublishers", { query: { ...search, ...unknownCountry } });
  await recorder.show("listPublishers", { query: { platform, page: 1, per_page: 50 } });
  await recorder.show("listPublishers", { query: unknownPlatform });
  await recorder.show("showPublisher", { params: publisher });
  const storeApps = dataOf(z.array(z.object({ external_id: z.string(), is_tracked: z.boolean() })));
  const body = await recorder.show("listPublisherStoreApps", { params: publisher, query: { country_code } });
  await recorder.show("listPublisherStoreApps", { params: publisher, query: unknownCountry });

  const sibling = storeApps.parse(body).data.find(({ is_tracked }) => !is_tracked)?.external_id ?? "";
  await recorder.show("importPublisherApps", { params: publisher, body: { external_ids: [sibling] } });
  await recorder.show("importPublisherApps", {
    params: publisher,
    body: { external_ids: [sibling, unknown.external_id] },
  });
  const many = Array.from({ length: 51 }, (_, index) => String(index + 1));
  await recorder.show("importPublisherApps", { params: publisher, body: { external_ids: many } });
  await recorder.settle("showSyncStatus", { params: { platform, external_id: sibling } }, completed);
}

async function readKeywords(recorder: Recorder, { app, other }: Pick<Cast, "app" | "other">): Promise<void> {
  const shown = dataOf(row.extend({ versions: z.array(row).nonempty() }));
  const newestOf = async (params: Cast["app"]) => {
    const { data } = shown.parse(await recorder.call("showApp", { params }));
    return { appId: data.id, versionId: data.versions[0]?.id ?? 0 };
  };
  const [own, rival] = [await newestOf(app), await newestOf(other)];
  const wanted = { locale: "en-US", ngram: 1 };
  const sorted = { sort: "density", order: "desc", page: 1, per_page: 50 };
  const query = { ...wanted, search: "e", version_id: own.versionId, ...sorted };
  await recorder.show("listKeywords", { params: app, query });
  await recorder.show("listKeywords", { params: app, query: { ngram: 4 } });
  await recorder.show("listKeywords", { params: app, query: { version_id: rival.versionId } });
  const compared = {
    app_ids: [rival.appId],
    version_ids: [rival.versionId],
    ...wanted,
    search: "weath",
  };
  await recorder.show("compareKeywords", { params: app, query: compared });
  await recorder.show("compareKeywords", { params: app, query: { app_ids: [own.appId] } });
}

/** What the explorer and the dashboard show of the apps that were found and followed. */
async function browse(recorder: Recorder, { app }: Pick<Cast, "app">): Promise<void> {
  const { data } = dataOf(z.object({ category: row })).parse(await recorder.call("showApp", { params: app }));
  const query = { platform, category_id: data.category.id, search: TERM, page: 1, per_page: 12 };
  for (const operation of ["exploreIcons", "exploreScreenshots"]) {
    await recorder.show(operation, { query });
    await recorder.show(operation, { query: { category_id: 999_999 } });
  }
  await recorder.show("showDashboard");
}

async function compare(recorder: Recorder, { simulator }: Host, { app, other }: Cast): Promise<void> {
  const shown = dataOf(row);
  const [own, rival] = [app, other].map((params) => recorder.call("showApp", { params }));
  const { data: parent } = shown.parse(await own);
  const { data: competitor } = shown.parse(await rival);
  // The French storefront rejects requests for this app, so that its sync ends with failed items.
  simulator.faults.add({
    match: { country: "fr", appId: other.external_id },
    respond: { status: 429, headers: { "retry-after": "30" } },
  });
  const link = { competitor_app_id: competitor.id, relationship: "direct" };
  const added = shown.parse(await recorder.show("addCompetitor", { params: app, body: link }));
  for (const id of [competitor.id, 999_999, parent.id])
    await recorder.show("addCompetitor", { params: app, body: { ...link, competitor_app_id: id } });
  await recorder.settle("showSyncStatus", { params: other }, completed);
  await recorder.show("showSyncStatus", { params: other }, "with_failed_items");

  await recorder.show("listAppCompetitors", { params: app });
  await recorder.show("listCompetitors", { query: { platform, search: TERM, page: 1, per_page: 50 } });
  await recorder.show("listCompetitors", { query: { per_page: 101 } });
  await recorder.show("showApp", { params: app });
  await readKeywords(recorder, { app, other });
  await browse(recorder, { app });
  await recorder.show("removeCompetitor", { params: { ...app, competitor_id: added.data.id } });
}

async function unfollowApp(recorder: Recorder, { app }: Cast): Promise<void> {
  for (const operation of ["trackApp", "untrackApp"]) {
    await recorder.show(operation, { params: app });
    await recorder.show(operation, { params: unknown });
  }
}

async function manageAccount(recorder: Recorder): Promise<void> {
  const { name, email, password } = account;
  await recorder.show("showProfile");
  await recorder.show("updateProfile", { body: { name, email } });
  await recorder.show("updateProfile", { body: { email: "ada" } });
  const change = { password: newPassword, password_confirmation: newPassword, revoke_other_tokens: true };
  await recorder.show("updatePassword", { body: { ...change, current_password: password } });
  await recorder.show("updatePassword", { body: { ...change, current_password: "wrong horse" } });
  const token = { name: "laptop", abilities: ["read"], expires_at: "2099-12-31T23:59:59Z" };
  const { data } = createdToken.parse(await recorder.show("createApiToken", { body: token }));
  await recorder.show("createApiToken", { body: { ...token, abilities: [] } });
  await recorder.show("listApiTokens", { query: { page: 1, per_page: 50 } });
  await recorder.show("listApiTokens", { query: { per_page: 101 } });
  for (const token_id of [data.token.id, 999_999]) await recorder.show("revokeApiToken", { params: { token_id } });
}

type Cast = ReturnType<typeof chooseApps>;

/** Returns an app that changes its title from the day before to today. */
function chooseChanging({ catalogue }: StoreSimulator) {
  const titleOn = (one: CatalogueApp, day: number) => one.on(day).listing("en-US", country_code)?.title;
  const found = catalogue.apps(platform).find((one) => {
    const [before, after] = [titleOn(one, TODAY - 1), titleOn(one, TODAY)];
    return before !== undefined && after !== undefined && before !== after;
  });
  if (found === undefined) throw new Error("The catalogue has no app that changes its title.");
  return { brand: found.brand, params: { platform, external_id: found.externalId } };
}

/** Returns two apps of the search, both sold in France; one is unavailable elsewhere and its publisher has several. */
function chooseApps({ catalogue }: StoreSimulator) {
  const search = { platform, term: TERM, country: country_code, day: TODAY, limit: HITS_MAX } as const;
  const hits = catalogue.search(search).filter((hit) => hit.isAvailable("fr"));
  const isMain = (hit: AppOnDay) => {
    const publisherExternalId = hit.publisher.externalId;
    const search = { platform, publisherExternalId, country: country_code, day: TODAY } as const;
    return hit.unavailableCountries().length > 0 && catalogue.publisherApps(search).length > 1;
  };
  const main = hits.find(isMain);
  const other = hits.find((hit) => hit !== main && hit.publisher.externalId !== main?.publisher.externalId);
  const [unavailableIn] = main?.unavailableCountries() ?? [];
  if (main === undefined || other === undefined || unavailableIn === undefined)
    throw new Error(`The catalogue has no two apps for "${TERM}" that suit the examples.`);
  return {
    app: { platform, external_id: main.externalId },
    other: { platform, external_id: other.externalId },
    publisher: { platform, external_id: main.publisher.externalId },
    term: main.facts.brand,
    unavailableIn,
  };
}
