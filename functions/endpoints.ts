import { type Contract, DASHBOARD_PREFIX, DOCUMENTATION_PREFIX, MCP_PREFIX } from "../lib/http/contract.ts";
import type { RoutedBy } from "../lib/http/fallback.ts";
import { createApiTokenContract } from "./account/create-api-token.contract.ts";
import { deleteProfileContract } from "./account/delete-profile.contract.ts";
import { listApiTokensContract } from "./account/list-api-tokens.contract.ts";
import { markEventsSeenContract } from "./account/mark-events-seen.contract.ts";
import { revokeApiTokenContract } from "./account/revoke-api-token.contract.ts";
import { showProfileContract } from "./account/show-profile.contract.ts";
import { updatePasswordContract } from "./account/update-password.contract.ts";
import { updateProfileContract } from "./account/update-profile.contract.ts";
import { compareListingsContract } from "./apps/compare-listings.contract.ts";
import { listAppsContract } from "./apps/list-apps.contract.ts";
import { listFactsContract } from "./apps/list-facts.contract.ts";
import { listInstallsContract } from "./apps/list-installs.contract.ts";
import { registerAppContract } from "./apps/register-app.contract.ts";
import { requestSyncContract } from "./apps/request-sync.contract.ts";
import { searchAppsContract } from "./apps/search-apps.contract.ts";
import { showAppContract } from "./apps/show-app.contract.ts";
import { showAvailabilityContract } from "./apps/show-availability.contract.ts";
import { showListingContract } from "./apps/show-listing.contract.ts";
import { showOverviewContract } from "./apps/show-overview.contract.ts";
import { showPricesContract } from "./apps/show-prices.contract.ts";
import { showSimilarAppsContract } from "./apps/show-similar-apps.contract.ts";
import { showSyncStatusContract } from "./apps/show-sync-status.contract.ts";
import { trackAppContract } from "./apps/track-app.contract.ts";
import { untrackAppContract } from "./apps/untrack-app.contract.ts";
import { logInContract } from "./auth/log-in.contract.ts";
import { logOutContract } from "./auth/log-out.contract.ts";
import { registerUserContract } from "./auth/register-user.contract.ts";
import { showCurrentUserContract } from "./auth/show-current-user.contract.ts";
import { listStoreCategoriesContract } from "./categories/list-store-categories.contract.ts";
import { listAppChangesContract } from "./changes/list-app-changes.contract.ts";
import { listCompetitorChangesContract } from "./changes/list-competitor-changes.contract.ts";
import { showChartContract } from "./charts/show-chart.contract.ts";
import { showChartMoversContract } from "./charts/show-chart-movers.contract.ts";
import { addCompetitorContract } from "./competitors/add-competitor.contract.ts";
import { listAppCompetitorsContract } from "./competitors/list-app-competitors.contract.ts";
import { listCompetitorsContract } from "./competitors/list-competitors.contract.ts";
import { removeCompetitorContract } from "./competitors/remove-competitor.contract.ts";
import { listCountriesContract } from "./countries/list-countries.contract.ts";
import { showDashboardContract } from "./dashboard/show-dashboard.contract.ts";
import { listEventsContract } from "./events/list-events.contract.ts";
import { pollEventsContract } from "./events/poll-events.contract.ts";
import { showEventContract } from "./events/show-event.contract.ts";
import { exploreIconsContract } from "./explorer/explore-icons.contract.ts";
import { exploreScreenshotsContract } from "./explorer/explore-screenshots.contract.ts";
import { createFeedContract } from "./feeds/create-feed.contract.ts";
import { deleteFeedContract } from "./feeds/delete-feed.contract.ts";
import { listFeedsContract } from "./feeds/list-feeds.contract.ts";
import { showFeedContract } from "./feeds/show-feed.contract.ts";
import { compareKeywordRanksContract } from "./keywords/compare-keyword-ranks.contract.ts";
import { compareKeywordsContract } from "./keywords/compare-keywords.contract.ts";
import { listKeywordGapsContract } from "./keywords/list-keyword-gaps.contract.ts";
import { listKeywordRanksContract } from "./keywords/list-keyword-ranks.contract.ts";
import { listKeywordsContract } from "./keywords/list-keywords.contract.ts";
import { listTrackedKeywordsContract } from "./keywords/list-tracked-keywords.contract.ts";
import { showKeywordResultsContract } from "./keywords/show-keyword-results.contract.ts";
import { suggestTermsContract } from "./keywords/suggest-terms.contract.ts";
import { trackKeywordsContract } from "./keywords/track-keywords.contract.ts";
import { untrackKeywordContract } from "./keywords/untrack-keyword.contract.ts";
import { confirmEmailContract } from "./mail/confirm-email.contract.ts";
import { showConfirmationContract } from "./mail/show-confirmation.contract.ts";
import { showUnsubscriptionContract } from "./mail/show-unsubscription.contract.ts";
import { unsubscribeContract } from "./mail/unsubscribe.contract.ts";
import { createNoteContract } from "./notes/create-note.contract.ts";
import { deleteNoteContract } from "./notes/delete-note.contract.ts";
import { listNotesContract } from "./notes/list-notes.contract.ts";
import { updateNoteContract } from "./notes/update-note.contract.ts";
import { decideAuthorizationContract } from "./oauth/decide-authorization.contract.ts";
import { issueTokensContract } from "./oauth/issue-tokens.contract.ts";
import { registerClientContract } from "./oauth/register-client.contract.ts";
import { revokeTokensContract } from "./oauth/revoke-tokens.contract.ts";
import { showResourceContract } from "./oauth/show-resource.contract.ts";
import { showServerContract } from "./oauth/show-server.contract.ts";
import { startAuthorizationContract } from "./oauth/start-authorization.contract.ts";
import { importPublisherAppsContract } from "./publishers/import-publisher-apps.contract.ts";
import { listPublisherStoreAppsContract } from "./publishers/list-publisher-store-apps.contract.ts";
import { listPublishersContract } from "./publishers/list-publishers.contract.ts";
import { searchPublishersContract } from "./publishers/search-publishers.contract.ts";
import { showPublisherContract } from "./publishers/show-publisher.contract.ts";
import { listRankingsContract } from "./rankings/list-rankings.contract.ts";
import { listCountryRatingsContract } from "./ratings/list-country-ratings.contract.ts";
import { showRatingHistoryContract } from "./ratings/show-rating-history.contract.ts";
import { showRatingSummaryContract } from "./ratings/show-rating-summary.contract.ts";
import { endSessionContract } from "./sessions/end-session.contract.ts";
import { issueSessionTokenContract } from "./sessions/issue-session-token.contract.ts";
import { openSessionContract } from "./sessions/open-session.contract.ts";
import { registerSessionContract } from "./sessions/register-session.contract.ts";
import { createTagContract } from "./tags/create-tag.contract.ts";
import { deleteTagContract } from "./tags/delete-tag.contract.ts";
import { listTagsContract } from "./tags/list-tags.contract.ts";
import { renameTagContract } from "./tags/rename-tag.contract.ts";
import { tagAppContract } from "./tags/tag-app.contract.ts";
import { untagAppContract } from "./tags/untag-app.contract.ts";
import { createViewContract } from "./views/create-view.contract.ts";
import { deleteViewContract } from "./views/delete-view.contract.ts";
import { listViewsContract } from "./views/list-views.contract.ts";
import { updateViewContract } from "./views/update-view.contract.ts";
import { createWebhookContract } from "./webhooks/create-webhook.contract.ts";
import { deleteWebhookContract } from "./webhooks/delete-webhook.contract.ts";
import { listDeliveriesContract } from "./webhooks/list-deliveries.contract.ts";
import { listWebhooksContract } from "./webhooks/list-webhooks.contract.ts";
import { previewWebhookContract } from "./webhooks/preview-webhook.contract.ts";
import { redeliverContract } from "./webhooks/redeliver.contract.ts";
import { replayEventsContract } from "./webhooks/replay-events.contract.ts";
import { rotateSecretContract } from "./webhooks/rotate-secret.contract.ts";
import { testWebhookContract } from "./webhooks/test-webhook.contract.ts";
import { updateWebhookContract } from "./webhooks/update-webhook.contract.ts";

export {
  API_PREFIX,
  DASHBOARD_PREFIX,
  DOCUMENTATION_PREFIX,
  FEED_PREFIX,
  LINK_PREFIX,
  MCP_PREFIX,
  OAUTH_PREFIX,
  SESSION_PREFIX,
} from "../lib/http/contract.ts";

/** The part of the service, besides the database, that a function uses. It decides its environment and permissions. */
export type EndpointNeeds =
  | "database"
  | "budgets"
  | "sessions"
  | "on_demand_queues"
  | "chart_queues"
  | "stores"
  | "webhooks"
  | "keywords"
  | "keyword_queues"
  | "oauth"
  | "sender";

export type EndpointDefinition = {
  readonly contract: Contract;
  readonly entry: `functions/${string}.ts`;
  readonly needs: EndpointNeeds;
  /** `compute` for functions that hash passwords, since a Lambda's share of a CPU grows with its memory. */
  readonly memory?: "compute";
};

export const endpoints: readonly EndpointDefinition[] = [
  {
    contract: registerUserContract,
    entry: "functions/auth/register-user.ts",
    needs: "database",
    memory: "compute",
  },
  { contract: logInContract, entry: "functions/auth/log-in.ts", needs: "database", memory: "compute" },
  { contract: logOutContract, entry: "functions/auth/log-out.ts", needs: "database" },
  { contract: showCurrentUserContract, entry: "functions/auth/show-current-user.ts", needs: "database" },
  { contract: listAppsContract, entry: "functions/apps/list-apps.ts", needs: "database" },
  { contract: registerAppContract, entry: "functions/apps/register-app.ts", needs: "on_demand_queues" },
  { contract: searchAppsContract, entry: "functions/apps/search-apps.ts", needs: "stores" },
  { contract: showAppContract, entry: "functions/apps/show-app.ts", needs: "database" },
  { contract: showOverviewContract, entry: "functions/apps/show-overview.ts", needs: "database" },
  { contract: showListingContract, entry: "functions/apps/show-listing.ts", needs: "database" },
  { contract: compareListingsContract, entry: "functions/apps/compare-listings.ts", needs: "database" },
  { contract: showAvailabilityContract, entry: "functions/apps/show-availability.ts", needs: "database" },
  { contract: showPricesContract, entry: "functions/apps/show-prices.ts", needs: "database" },
  { contract: listFactsContract, entry: "functions/apps/list-facts.ts", needs: "database" },
  { contract: listInstallsContract, entry: "functions/apps/list-installs.ts", needs: "database" },
  { contract: showSimilarAppsContract, entry: "functions/apps/show-similar-apps.ts", needs: "database" },
  { contract: showSyncStatusContract, entry: "functions/apps/show-sync-status.ts", needs: "budgets" },
  { contract: requestSyncContract, entry: "functions/apps/request-sync.ts", needs: "on_demand_queues" },
  { contract: trackAppContract, entry: "functions/apps/track-app.ts", needs: "on_demand_queues" },
  { contract: untrackAppContract, entry: "functions/apps/untrack-app.ts", needs: "database" },
  {
    contract: listAppCompetitorsContract,
    entry: "functions/competitors/list-app-competitors.ts",
    needs: "database",
  },
  { contract: addCompetitorContract, entry: "functions/competitors/add-competitor.ts", needs: "on_demand_queues" },
  { contract: removeCompetitorContract, entry: "functions/competitors/remove-competitor.ts", needs: "database" },
  { contract: listCompetitorsContract, entry: "functions/competitors/list-competitors.ts", needs: "database" },
  { contract: listAppChangesContract, entry: "functions/changes/list-app-changes.ts", needs: "database" },
  { contract: listCompetitorChangesContract, entry: "functions/changes/list-competitor-changes.ts", needs: "database" },
  { contract: listEventsContract, entry: "functions/events/list-events.ts", needs: "database" },
  { contract: pollEventsContract, entry: "functions/events/poll-events.ts", needs: "database" },
  { contract: showEventContract, entry: "functions/events/show-event.ts", needs: "database" },
  { contract: listFeedsContract, entry: "functions/feeds/list-feeds.ts", needs: "database" },
  { contract: createFeedContract, entry: "functions/feeds/create-feed.ts", needs: "database" },
  { contract: deleteFeedContract, entry: "functions/feeds/delete-feed.ts", needs: "database" },
  { contract: showChartContract, entry: "functions/charts/show-chart.ts", needs: "chart_queues" },
  { contract: searchPublishersContract, entry: "functions/publishers/search-publishers.ts", needs: "stores" },
  { contract: listPublishersContract, entry: "functions/publishers/list-publishers.ts", needs: "database" },
  { contract: showPublisherContract, entry: "functions/publishers/show-publisher.ts", needs: "database" },
  {
    contract: listPublisherStoreAppsContract,
    entry: "functions/publishers/list-publisher-store-apps.ts",
    needs: "stores",
  },
  {
    contract: importPublisherAppsContract,
    entry: "functions/publishers/import-publisher-apps.ts",
    needs: "on_demand_queues",
  },
  { contract: listCountriesContract, entry: "functions/countries/list-countries.ts", needs: "database" },
  { contract: showRatingSummaryContract, entry: "functions/ratings/show-rating-summary.ts", needs: "database" },
  { contract: showRatingHistoryContract, entry: "functions/ratings/show-rating-history.ts", needs: "database" },
  { contract: listCountryRatingsContract, entry: "functions/ratings/list-country-ratings.ts", needs: "database" },
  { contract: listRankingsContract, entry: "functions/rankings/list-rankings.ts", needs: "database" },
  { contract: showChartMoversContract, entry: "functions/charts/show-chart-movers.ts", needs: "database" },
  {
    contract: listStoreCategoriesContract,
    entry: "functions/categories/list-store-categories.ts",
    needs: "database",
  },
  { contract: listKeywordsContract, entry: "functions/keywords/list-keywords.ts", needs: "database" },
  { contract: compareKeywordsContract, entry: "functions/keywords/compare-keywords.ts", needs: "database" },
  { contract: suggestTermsContract, entry: "functions/keywords/suggest-terms.ts", needs: "stores" },
  {
    contract: listTrackedKeywordsContract,
    entry: "functions/keywords/list-tracked-keywords.ts",
    needs: "keywords",
  },
  { contract: trackKeywordsContract, entry: "functions/keywords/track-keywords.ts", needs: "keyword_queues" },
  { contract: untrackKeywordContract, entry: "functions/keywords/untrack-keyword.ts", needs: "database" },
  { contract: listKeywordRanksContract, entry: "functions/keywords/list-keyword-ranks.ts", needs: "database" },
  { contract: compareKeywordRanksContract, entry: "functions/keywords/compare-keyword-ranks.ts", needs: "database" },
  { contract: listKeywordGapsContract, entry: "functions/keywords/list-keyword-gaps.ts", needs: "database" },
  { contract: showKeywordResultsContract, entry: "functions/keywords/show-keyword-results.ts", needs: "database" },
  { contract: showDashboardContract, entry: "functions/dashboard/show-dashboard.ts", needs: "database" },
  { contract: exploreIconsContract, entry: "functions/explorer/explore-icons.ts", needs: "database" },
  { contract: exploreScreenshotsContract, entry: "functions/explorer/explore-screenshots.ts", needs: "database" },
  { contract: showProfileContract, entry: "functions/account/show-profile.ts", needs: "database" },
  {
    contract: updateProfileContract,
    entry: "functions/account/update-profile.ts",
    needs: "database",
    memory: "compute",
  },
  {
    contract: deleteProfileContract,
    entry: "functions/account/delete-profile.ts",
    needs: "database",
    memory: "compute",
  },
  {
    contract: updatePasswordContract,
    entry: "functions/account/update-password.ts",
    needs: "database",
    memory: "compute",
  },
  { contract: markEventsSeenContract, entry: "functions/account/mark-events-seen.ts", needs: "database" },
  { contract: listApiTokensContract, entry: "functions/account/list-api-tokens.ts", needs: "database" },
  { contract: createApiTokenContract, entry: "functions/account/create-api-token.ts", needs: "database" },
  { contract: revokeApiTokenContract, entry: "functions/account/revoke-api-token.ts", needs: "database" },
  { contract: listViewsContract, entry: "functions/views/list-views.ts", needs: "database" },
  { contract: createViewContract, entry: "functions/views/create-view.ts", needs: "database" },
  { contract: updateViewContract, entry: "functions/views/update-view.ts", needs: "database" },
  { contract: deleteViewContract, entry: "functions/views/delete-view.ts", needs: "database" },
  { contract: listNotesContract, entry: "functions/notes/list-notes.ts", needs: "database" },
  { contract: createNoteContract, entry: "functions/notes/create-note.ts", needs: "database" },
  { contract: updateNoteContract, entry: "functions/notes/update-note.ts", needs: "database" },
  { contract: deleteNoteContract, entry: "functions/notes/delete-note.ts", needs: "database" },
  { contract: listTagsContract, entry: "functions/tags/list-tags.ts", needs: "database" },
  { contract: createTagContract, entry: "functions/tags/create-tag.ts", needs: "database" },
  { contract: renameTagContract, entry: "functions/tags/rename-tag.ts", needs: "database" },
  { contract: deleteTagContract, entry: "functions/tags/delete-tag.ts", needs: "database" },
  { contract: tagAppContract, entry: "functions/tags/tag-app.ts", needs: "database" },
  { contract: untagAppContract, entry: "functions/tags/untag-app.ts", needs: "database" },
  { contract: listWebhooksContract, entry: "functions/webhooks/list-webhooks.ts", needs: "database" },
  { contract: createWebhookContract, entry: "functions/webhooks/create-webhook.ts", needs: "webhooks" },
  { contract: previewWebhookContract, entry: "functions/webhooks/preview-webhook.ts", needs: "database" },
  { contract: updateWebhookContract, entry: "functions/webhooks/update-webhook.ts", needs: "webhooks" },
  { contract: deleteWebhookContract, entry: "functions/webhooks/delete-webhook.ts", needs: "database" },
  { contract: rotateSecretContract, entry: "functions/webhooks/rotate-secret.ts", needs: "database" },
  { contract: testWebhookContract, entry: "functions/webhooks/test-webhook.ts", needs: "webhooks" },
  { contract: listDeliveriesContract, entry: "functions/webhooks/list-deliveries.ts", needs: "database" },
  { contract: redeliverContract, entry: "functions/webhooks/redeliver.ts", needs: "database" },
  { contract: replayEventsContract, entry: "functions/webhooks/replay-events.ts", needs: "database" },
];

export const sessionEndpoints: readonly EndpointDefinition[] = [
  {
    contract: openSessionContract,
    entry: "functions/sessions/open-session.ts",
    needs: "sessions",
    memory: "compute",
  },
  {
    contract: registerSessionContract,
    entry: "functions/sessions/register-session.ts",
    needs: "sessions",
    memory: "compute",
  },
  { contract: issueSessionTokenContract, entry: "functions/sessions/issue-session-token.ts", needs: "sessions" },
  { contract: endSessionContract, entry: "functions/sessions/end-session.ts", needs: "database" },
];

/** Outside the API, since readers of feeds send no token and expect no JSON. */
export const feedEndpoints: readonly EndpointDefinition[] = [
  { contract: showFeedContract, entry: "functions/feeds/show-feed.ts", needs: "database" },
];

/** Outside the API, since people and mailboxes open links of mails without a token. */
export const linkEndpoints: readonly EndpointDefinition[] = [
  { contract: showConfirmationContract, entry: "functions/mail/show-confirmation.ts", needs: "database" },
  { contract: confirmEmailContract, entry: "functions/mail/confirm-email.ts", needs: "database" },
  { contract: showUnsubscriptionContract, entry: "functions/mail/show-unsubscription.ts", needs: "database" },
  { contract: unsubscribeContract, entry: "functions/mail/unsubscribe.ts", needs: "database" },
];

/** The two that a user's browser calls with its session, when a client wants to be connected. */
export const consentEndpoints: readonly EndpointDefinition[] = [
  { contract: startAuthorizationContract, entry: "functions/oauth/start-authorization.ts", needs: "sender" },
  { contract: decideAuthorizationContract, entry: "functions/oauth/decide-authorization.ts", needs: "database" },
];

/** Outside the API, since the standards of OAuth say what clients send and receive. */
export const oauthEndpoints: readonly EndpointDefinition[] = [
  { contract: showResourceContract, entry: "functions/oauth/show-resource.ts", needs: "database" },
  { contract: showServerContract, entry: "functions/oauth/show-server.ts", needs: "oauth" },
  { contract: registerClientContract, entry: "functions/oauth/register-client.ts", needs: "database" },
  { contract: issueTokensContract, entry: "functions/oauth/issue-tokens.ts", needs: "database" },
  { contract: revokeTokensContract, entry: "functions/oauth/revoke-tokens.ts", needs: "database" },
];

/** All functions behind an address of their own, also those that some stages leave out. */
export const allEndpoints: readonly EndpointDefinition[] = [
  ...endpoints,
  ...feedEndpoints,
  ...linkEndpoints,
  ...oauthEndpoints,
  ...sessionEndpoints,
  ...consentEndpoints,
];

export const documentationPageRoutes = pageRoutes(DOCUMENTATION_PREFIX, ["", "/{asset}"]);

export const dashboardRoutes = pageRoutes(DASHBOARD_PREFIX, ["", "/{path+}", "/assets/{asset}"]);

/** Outside the API, since a request of the protocol may call any tool, and each tool is an operation of the API. */
export const mcpRoutes: readonly RoutedBy[] = [{ method: "POST", prefix: MCP_PREFIX, path: "" }];

/** Monitors and previews of links send HEAD. */
function pageRoutes(prefix: NonNullable<RoutedBy["prefix"]>, paths: readonly RoutedBy["path"][]): readonly RoutedBy[] {
  return paths.flatMap((path) => (["GET", "HEAD"] as const).map((method) => ({ method, prefix, path })));
}
