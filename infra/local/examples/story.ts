import * as z from "zod";

import type { AppOnDay } from "../../store-simulator/catalogue/records.ts";
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
const createdToken = dataOf(z.object({ token: row, plain_text_token: z.string() }));
const completed = dataOf(z.object({ status: z.literal("completed") }));

/** Stores a chart of the day before, with which today's is compared. */
export async function liveYesterday(recorder: Recorder, { simulator }: Host): Promise<void> {
  recorder.signIn(await recorder.show("registerUser", { body: registration }));
  await recorder.settle("showChart", await chartOf(recorder, simulator), storedChart);
}

export async function liveToday(recorder: Recorder, host: Host): Promise<void> {
  await authenticate(recorder);
  const cast = chooseApps(host.simulator);
  await findApps(recorder, cast);
  await readCharts(recorder, host);
  await followApp(recorder, host, cast);
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

async function followApp(recorder: Recorder, { operate }: Host, { app, unavailableIn }: Cast): Promise<void> {
  const listing = { country_code, locale: "en-US" };
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
  await recorder.show("listApps", { query: { platform, search: TERM, page: 1, per_page: 50 } });
  await recorder.show("listApps", { query: { per_page: 101 } });
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
