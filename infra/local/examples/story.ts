import * as z from "zod";

import {
  account,
  authenticate,
  createdToken,
  manageAccount,
  manageFeeds,
  manageWebhooks,
  newPassword,
  registration,
} from "./account-story.ts";
import {
  type Cast,
  chooseApps,
  chooseChanging,
  completed,
  country_code,
  dataOf,
  type Host,
  platform,
  row,
  type TaggedCast,
  TERM,
  TODAY,
  unknown,
  unknownCountry,
  unknownPlatform,
} from "./cast.ts";
import { readKeywords, trackTerms } from "./keyword-story.ts";
import { deleteNote, keepNotes, keepViews, renameTags, tagApps } from "./notebook-story.ts";
import { chartOf, dayAgo, readChanges, readRanks, readRatings } from "./read-history.ts";
import type { Recorder } from "./recorder.ts";

/** Each `show` adds a response to the document. The first of an operation is its example, and uses every parameter. */

const storedChart = z.object({ data: z.array(z.unknown()).nonempty() });

export async function liveYesterday(recorder: Recorder, { simulator, operate }: Host): Promise<void> {
  recorder.signIn(await recorder.show("registerUser", { body: registration }));
  await recorder.settle("showChart", await chartOf(recorder, simulator), storedChart);
  const { brand, params } = chooseChanging(simulator);
  await recorder.call("searchApps", { query: { term: brand, platform, country_code } });
  await recorder.call("registerApp", { body: params });
  await recorder.settle("showSyncStatus", { params }, completed);
  // The first report of an app writes no events. It must end before today, or the changes of today would be no events.
  await operate("sweep-storefronts", {});
}

export async function liveToday(recorder: Recorder, host: Host): Promise<void> {
  await authenticate(recorder);
  const cast = chooseApps(host.simulator);
  await findApps(recorder, cast);
  await readCharts(recorder, host);
  const tagged = { ...cast, tag_id: await followApp(recorder, host, cast) };
  await keepViews(recorder);
  const noteId = await keepNotes(recorder, cast);
  await readChanges(recorder, host, tagged);
  await followPublisher(recorder, tagged);
  await compare(recorder, host, tagged);
  await deleteNote(recorder, noteId);
  await renameTags(recorder, tagged);
  await recorder.show("requestSync", { params: cast.app }, "soon_after_the_last");
  await manageFeeds(recorder, cast);
  await manageWebhooks(recorder);
  await unfollowApp(recorder, cast);
  await manageAccount(recorder);
  const { data } = createdToken.parse(await recorder.call("createApiToken", { body: { name: "last" } }));
  await recorder.show("logOut");
  recorder.signIn({ data: { token: data.plain_text_token } });
  for (const password of [account.password, newPassword]) await recorder.show("deleteProfile", { body: { password } });
}

async function findApps(recorder: Recorder, { other }: Cast): Promise<void> {
  const search = { term: TERM, platform, country_code };
  await recorder.show("searchApps", { query: { ...search, exclude_external_ids: [other.external_id] } });
  await recorder.show("searchApps", { query: { ...search, term: "w" } });
  await recorder.show("searchApps", { query: { ...search, ...unknownCountry } });
  await recorder.show("suggestTerms", { query: { ...search, term: "we" } });
  await recorder.show("suggestTerms", { query: { ...search, term: "w" } });
  await recorder.show("suggestTerms", { query: { ...search, ...unknownCountry } });
  await recorder.show("listCountries");
  await recorder.show("listStoreCategories", { query: { platform, type: "app" } });
  await recorder.show("listStoreCategories", { query: { ...unknownPlatform } });
}

async function readCharts(recorder: Recorder, { simulator }: Host): Promise<void> {
  const { query } = await chartOf(recorder, simulator);
  const today = storedChart.extend({ meta: z.object({ snapshot_date: z.string(), is_stale: z.literal(false) }) });
  const { meta } = await recorder.settle("showChart", { query }, today);
  await recorder.show("showChart", { query: { ...query, date: meta.snapshot_date } });
  await recorder.show("showChart", { query: { ...query, category_id: 999_999 } });
  await recorder.show("showChart", { query: { ...query, ...unknownCountry } });
}

/** Returns the id of a tag that the app gets. */
async function followApp(recorder: Recorder, host: Host, { app, unavailableIn }: Cast): Promise<number> {
  const { operate, simulator } = host;
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
  const tag_id = await tagApps(recorder, [app, chooseChanging(simulator).params]);
  const trends = { include: ["trends"], country_code, sort: "rating", order: "desc" };
  const wanted = { platform, search: TERM, tags: [tag_id], ...trends };
  await recorder.show("listApps", { query: { ...wanted, page: 1, per_page: 50, after_id: 1_000_000 } });
  await recorder.show("listApps", { query: { per_page: 101 } });
  return tag_id;
}

async function followPublisher(recorder: Recorder, { publisher, term, tag_id }: TaggedCast): Promise<void> {
  const search = { term, platform, country_code };
  await recorder.show("searchPublishers", { query: search });
  await recorder.show("searchPublishers", { query: { platform } });
  await recorder.show("searchPublishers", { query: { ...search, ...unknownCountry } });
  const wanted = { platform, tags: [tag_id] };
  await recorder.show("listPublishers", { query: { ...wanted, page: 1, per_page: 50, after_id: 1_000_000 } });
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

async function browse(recorder: Recorder, { app, tag_id }: Pick<TaggedCast, "app" | "tag_id">): Promise<void> {
  const { data } = dataOf(z.object({ category: row })).parse(await recorder.call("showApp", { params: app }));
  const query = { platform, category_id: data.category.id, search: TERM, page: 1, per_page: 12, after_id: 1_000_000 };
  for (const operation of ["exploreIcons", "exploreScreenshots"]) {
    await recorder.show(operation, { query });
    await recorder.show(operation, { query: { category_id: 999_999 } });
  }
  await recorder.show("showDashboard", { query: { tags: [tag_id] } });
  await recorder.show("showDashboard", { query: { tags: ["weather"] } });
}

async function compare(recorder: Recorder, { simulator }: Host, { app, other, tag_id }: TaggedCast): Promise<void> {
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
  const charts = ["top_free", "top_grossing"];
  const query = { days: 2, country_code, charts, rivals: [other.external_id] };
  await recorder.show("showOverview", { params: app, query });
  await recorder.show("showOverview", { params: app, query: { rivals: [app.external_id] } });
  await recorder.show("listCompetitors", {
    query: { platform, search: TERM, tags: [tag_id], page: 1, per_page: 50, after_id: 1_000_000 },
  });
  await recorder.show("listCompetitors", { query: { per_page: 101 } });
  await recorder.show("showApp", { params: app });
  await readKeywords(recorder, { app, other });
  await trackTerms(recorder, { app, appIds: [competitor.id] });
  await browse(recorder, { app, tag_id });
  await recorder.show("removeCompetitor", { params: { ...app, competitor_id: added.data.id } });
}

async function unfollowApp(recorder: Recorder, { app }: Cast): Promise<void> {
  for (const operation of ["trackApp", "untrackApp"]) {
    await recorder.show(operation, { params: app });
    await recorder.show(operation, { params: unknown });
  }
}
