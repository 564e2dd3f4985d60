// Generated from the contracts by functions/web/write-operations.ts.
import type { createApiTokenContract } from "../../functions/account/create-api-token.contract.ts";
import type { deleteProfileContract } from "../../functions/account/delete-profile.contract.ts";
import type { listApiTokensContract } from "../../functions/account/list-api-tokens.contract.ts";
import type { markEventsSeenContract } from "../../functions/account/mark-events-seen.contract.ts";
import type { revokeApiTokenContract } from "../../functions/account/revoke-api-token.contract.ts";
import type { showProfileContract } from "../../functions/account/show-profile.contract.ts";
import type { updatePasswordContract } from "../../functions/account/update-password.contract.ts";
import type { updateProfileContract } from "../../functions/account/update-profile.contract.ts";
import type { compareListingsContract } from "../../functions/apps/compare-listings.contract.ts";
import type { listAppsContract } from "../../functions/apps/list-apps.contract.ts";
import type { listFactsContract } from "../../functions/apps/list-facts.contract.ts";
import type { listInstallsContract } from "../../functions/apps/list-installs.contract.ts";
import type { registerAppContract } from "../../functions/apps/register-app.contract.ts";
import type { requestSyncContract } from "../../functions/apps/request-sync.contract.ts";
import type { searchAppsContract } from "../../functions/apps/search-apps.contract.ts";
import type { showAppContract } from "../../functions/apps/show-app.contract.ts";
import type { showAvailabilityContract } from "../../functions/apps/show-availability.contract.ts";
import type { showListingContract } from "../../functions/apps/show-listing.contract.ts";
import type { showOverviewContract } from "../../functions/apps/show-overview.contract.ts";
import type { showPricesContract } from "../../functions/apps/show-prices.contract.ts";
import type { showSimilarAppsContract } from "../../functions/apps/show-similar-apps.contract.ts";
import type { showSyncStatusContract } from "../../functions/apps/show-sync-status.contract.ts";
import type { trackAppContract } from "../../functions/apps/track-app.contract.ts";
import type { untrackAppContract } from "../../functions/apps/untrack-app.contract.ts";
import type { logInContract } from "../../functions/auth/log-in.contract.ts";
import type { logOutContract } from "../../functions/auth/log-out.contract.ts";
import type { registerUserContract } from "../../functions/auth/register-user.contract.ts";
import type { showCurrentUserContract } from "../../functions/auth/show-current-user.contract.ts";
import type { listStoreCategoriesContract } from "../../functions/categories/list-store-categories.contract.ts";
import type { listAppChangesContract } from "../../functions/changes/list-app-changes.contract.ts";
import type { listCompetitorChangesContract } from "../../functions/changes/list-competitor-changes.contract.ts";
import type { showChartMoversContract } from "../../functions/charts/show-chart-movers.contract.ts";
import type { showChartContract } from "../../functions/charts/show-chart.contract.ts";
import type { addCompetitorContract } from "../../functions/competitors/add-competitor.contract.ts";
import type { listAppCompetitorsContract } from "../../functions/competitors/list-app-competitors.contract.ts";
import type { listCompetitorsContract } from "../../functions/competitors/list-competitors.contract.ts";
import type { removeCompetitorContract } from "../../functions/competitors/remove-competitor.contract.ts";
import type { listCountriesContract } from "../../functions/countries/list-countries.contract.ts";
import type { showDashboardContract } from "../../functions/dashboard/show-dashboard.contract.ts";
import type { listEventsContract } from "../../functions/events/list-events.contract.ts";
import type { pollEventsContract } from "../../functions/events/poll-events.contract.ts";
import type { showEventContract } from "../../functions/events/show-event.contract.ts";
import type { exploreIconsContract } from "../../functions/explorer/explore-icons.contract.ts";
import type { exploreScreenshotsContract } from "../../functions/explorer/explore-screenshots.contract.ts";
import type { createFeedContract } from "../../functions/feeds/create-feed.contract.ts";
import type { deleteFeedContract } from "../../functions/feeds/delete-feed.contract.ts";
import type { listFeedsContract } from "../../functions/feeds/list-feeds.contract.ts";
import type { compareKeywordRanksContract } from "../../functions/keywords/compare-keyword-ranks.contract.ts";
import type { compareKeywordsContract } from "../../functions/keywords/compare-keywords.contract.ts";
import type { listKeywordGapsContract } from "../../functions/keywords/list-keyword-gaps.contract.ts";
import type { listKeywordRanksContract } from "../../functions/keywords/list-keyword-ranks.contract.ts";
import type { listKeywordsContract } from "../../functions/keywords/list-keywords.contract.ts";
import type { listTrackedKeywordsContract } from "../../functions/keywords/list-tracked-keywords.contract.ts";
import type { showKeywordResultsContract } from "../../functions/keywords/show-keyword-results.contract.ts";
import type { suggestTermsContract } from "../../functions/keywords/suggest-terms.contract.ts";
import type { trackKeywordsContract } from "../../functions/keywords/track-keywords.contract.ts";
import type { untrackKeywordContract } from "../../functions/keywords/untrack-keyword.contract.ts";
import type { createNoteContract } from "../../functions/notes/create-note.contract.ts";
import type { deleteNoteContract } from "../../functions/notes/delete-note.contract.ts";
import type { listNotesContract } from "../../functions/notes/list-notes.contract.ts";
import type { updateNoteContract } from "../../functions/notes/update-note.contract.ts";
import type { importPublisherAppsContract } from "../../functions/publishers/import-publisher-apps.contract.ts";
import type { listPublisherStoreAppsContract } from "../../functions/publishers/list-publisher-store-apps.contract.ts";
import type { listPublishersContract } from "../../functions/publishers/list-publishers.contract.ts";
import type { searchPublishersContract } from "../../functions/publishers/search-publishers.contract.ts";
import type { showPublisherContract } from "../../functions/publishers/show-publisher.contract.ts";
import type { listRankingsContract } from "../../functions/rankings/list-rankings.contract.ts";
import type { listCountryRatingsContract } from "../../functions/ratings/list-country-ratings.contract.ts";
import type { showRatingHistoryContract } from "../../functions/ratings/show-rating-history.contract.ts";
import type { showRatingSummaryContract } from "../../functions/ratings/show-rating-summary.contract.ts";
import type { endSessionContract } from "../../functions/sessions/end-session.contract.ts";
import type { issueSessionTokenContract } from "../../functions/sessions/issue-session-token.contract.ts";
import type { openSessionContract } from "../../functions/sessions/open-session.contract.ts";
import type { registerSessionContract } from "../../functions/sessions/register-session.contract.ts";
import type { createTagContract } from "../../functions/tags/create-tag.contract.ts";
import type { deleteTagContract } from "../../functions/tags/delete-tag.contract.ts";
import type { listTagsContract } from "../../functions/tags/list-tags.contract.ts";
import type { renameTagContract } from "../../functions/tags/rename-tag.contract.ts";
import type { tagAppContract } from "../../functions/tags/tag-app.contract.ts";
import type { untagAppContract } from "../../functions/tags/untag-app.contract.ts";
import type { createViewContract } from "../../functions/views/create-view.contract.ts";
import type { deleteViewContract } from "../../functions/views/delete-view.contract.ts";
import type { listViewsContract } from "../../functions/views/list-views.contract.ts";
import type { updateViewContract } from "../../functions/views/update-view.contract.ts";
import type { createWebhookContract } from "../../functions/webhooks/create-webhook.contract.ts";
import type { deleteWebhookContract } from "../../functions/webhooks/delete-webhook.contract.ts";
import type { listDeliveriesContract } from "../../functions/webhooks/list-deliveries.contract.ts";
import type { listWebhooksContract } from "../../functions/webhooks/list-webhooks.contract.ts";
import type { previewWebhookContract } from "../../functions/webhooks/preview-webhook.contract.ts";
import type { redeliverContract } from "../../functions/webhooks/redeliver.contract.ts";
import type { replayEventsContract } from "../../functions/webhooks/replay-events.contract.ts";
import type { rotateSecretContract } from "../../functions/webhooks/rotate-secret.contract.ts";
import type { testWebhookContract } from "../../functions/webhooks/test-webhook.contract.ts";
import type { updateWebhookContract } from "../../functions/webhooks/update-webhook.contract.ts";

export type Contracts = {
  readonly addCompetitor: typeof addCompetitorContract;
  readonly compareKeywordRanks: typeof compareKeywordRanksContract;
  readonly compareKeywords: typeof compareKeywordsContract;
  readonly compareListings: typeof compareListingsContract;
  readonly createApiToken: typeof createApiTokenContract;
  readonly createFeed: typeof createFeedContract;
  readonly createNote: typeof createNoteContract;
  readonly createTag: typeof createTagContract;
  readonly createView: typeof createViewContract;
  readonly createWebhook: typeof createWebhookContract;
  readonly deleteFeed: typeof deleteFeedContract;
  readonly deleteNote: typeof deleteNoteContract;
  readonly deleteProfile: typeof deleteProfileContract;
  readonly deleteTag: typeof deleteTagContract;
  readonly deleteView: typeof deleteViewContract;
  readonly deleteWebhook: typeof deleteWebhookContract;
  readonly endSession: typeof endSessionContract;
  readonly exploreIcons: typeof exploreIconsContract;
  readonly exploreScreenshots: typeof exploreScreenshotsContract;
  readonly importPublisherApps: typeof importPublisherAppsContract;
  readonly issueSessionToken: typeof issueSessionTokenContract;
  readonly listApiTokens: typeof listApiTokensContract;
  readonly listAppChanges: typeof listAppChangesContract;
  readonly listAppCompetitors: typeof listAppCompetitorsContract;
  readonly listApps: typeof listAppsContract;
  readonly listCompetitorChanges: typeof listCompetitorChangesContract;
  readonly listCompetitors: typeof listCompetitorsContract;
  readonly listCountries: typeof listCountriesContract;
  readonly listCountryRatings: typeof listCountryRatingsContract;
  readonly listDeliveries: typeof listDeliveriesContract;
  readonly listEvents: typeof listEventsContract;
  readonly listFacts: typeof listFactsContract;
  readonly listFeeds: typeof listFeedsContract;
  readonly listInstalls: typeof listInstallsContract;
  readonly listKeywordGaps: typeof listKeywordGapsContract;
  readonly listKeywordRanks: typeof listKeywordRanksContract;
  readonly listKeywords: typeof listKeywordsContract;
  readonly listNotes: typeof listNotesContract;
  readonly listPublishers: typeof listPublishersContract;
  readonly listPublisherStoreApps: typeof listPublisherStoreAppsContract;
  readonly listRankings: typeof listRankingsContract;
  readonly listStoreCategories: typeof listStoreCategoriesContract;
  readonly listTags: typeof listTagsContract;
  readonly listTrackedKeywords: typeof listTrackedKeywordsContract;
  readonly listViews: typeof listViewsContract;
  readonly listWebhooks: typeof listWebhooksContract;
  readonly logIn: typeof logInContract;
  readonly logOut: typeof logOutContract;
  readonly markEventsSeen: typeof markEventsSeenContract;
  readonly openSession: typeof openSessionContract;
  readonly pollEvents: typeof pollEventsContract;
  readonly previewWebhook: typeof previewWebhookContract;
  readonly redeliver: typeof redeliverContract;
  readonly registerApp: typeof registerAppContract;
  readonly registerSession: typeof registerSessionContract;
  readonly registerUser: typeof registerUserContract;
  readonly removeCompetitor: typeof removeCompetitorContract;
  readonly renameTag: typeof renameTagContract;
  readonly replayEvents: typeof replayEventsContract;
  readonly requestSync: typeof requestSyncContract;
  readonly revokeApiToken: typeof revokeApiTokenContract;
  readonly rotateSecret: typeof rotateSecretContract;
  readonly searchApps: typeof searchAppsContract;
  readonly searchPublishers: typeof searchPublishersContract;
  readonly showApp: typeof showAppContract;
  readonly showAvailability: typeof showAvailabilityContract;
  readonly showChart: typeof showChartContract;
  readonly showChartMovers: typeof showChartMoversContract;
  readonly showCurrentUser: typeof showCurrentUserContract;
  readonly showDashboard: typeof showDashboardContract;
  readonly showEvent: typeof showEventContract;
  readonly showKeywordResults: typeof showKeywordResultsContract;
  readonly showListing: typeof showListingContract;
  readonly showOverview: typeof showOverviewContract;
  readonly showPrices: typeof showPricesContract;
  readonly showProfile: typeof showProfileContract;
  readonly showPublisher: typeof showPublisherContract;
  readonly showRatingHistory: typeof showRatingHistoryContract;
  readonly showRatingSummary: typeof showRatingSummaryContract;
  readonly showSimilarApps: typeof showSimilarAppsContract;
  readonly showSyncStatus: typeof showSyncStatusContract;
  readonly suggestTerms: typeof suggestTermsContract;
  readonly tagApp: typeof tagAppContract;
  readonly testWebhook: typeof testWebhookContract;
  readonly trackApp: typeof trackAppContract;
  readonly trackKeywords: typeof trackKeywordsContract;
  readonly untagApp: typeof untagAppContract;
  readonly untrackApp: typeof untrackAppContract;
  readonly untrackKeyword: typeof untrackKeywordContract;
  readonly updateNote: typeof updateNoteContract;
  readonly updatePassword: typeof updatePasswordContract;
  readonly updateProfile: typeof updateProfileContract;
  readonly updateView: typeof updateViewContract;
  readonly updateWebhook: typeof updateWebhookContract;
};

export const operations = {
  addCompetitor: { method: "POST", path: "/api/v1/apps/{platform}/{external_id}/competitors" },
  compareKeywordRanks: { method: "GET", path: "/api/v1/apps/{platform}/{external_id}/keyword-ranks/compare" },
  compareKeywords: { method: "GET", path: "/api/v1/apps/{platform}/{external_id}/keywords/compare" },
  compareListings: { method: "GET", path: "/api/v1/apps/{platform}/{external_id}/listing/diff" },
  createApiToken: { method: "POST", path: "/api/v1/account/api-tokens" },
  createFeed: { method: "POST", path: "/api/v1/feeds" },
  createNote: { method: "POST", path: "/api/v1/notes" },
  createTag: { method: "POST", path: "/api/v1/tags" },
  createView: { method: "POST", path: "/api/v1/views" },
  createWebhook: { method: "POST", path: "/api/v1/webhooks" },
  deleteFeed: { method: "DELETE", path: "/api/v1/feeds/{feed_id}" },
  deleteNote: { method: "DELETE", path: "/api/v1/notes/{note_id}" },
  deleteProfile: { method: "DELETE", path: "/api/v1/account/profile" },
  deleteTag: { method: "DELETE", path: "/api/v1/tags/{tag_id}" },
  deleteView: { method: "DELETE", path: "/api/v1/views/{view_id}" },
  deleteWebhook: { method: "DELETE", path: "/api/v1/webhooks/{webhook_id}" },
  endSession: { method: "DELETE", path: "/api/session" },
  exploreIcons: { method: "GET", path: "/api/v1/explorer/icons" },
  exploreScreenshots: { method: "GET", path: "/api/v1/explorer/screenshots" },
  importPublisherApps: { method: "POST", path: "/api/v1/publishers/{platform}/{external_id}/import" },
  issueSessionToken: { method: "POST", path: "/api/session/token" },
  listApiTokens: { method: "GET", path: "/api/v1/account/api-tokens" },
  listAppChanges: { method: "GET", path: "/api/v1/changes/apps" },
  listAppCompetitors: { method: "GET", path: "/api/v1/apps/{platform}/{external_id}/competitors" },
  listApps: { method: "GET", path: "/api/v1/apps" },
  listCompetitorChanges: { method: "GET", path: "/api/v1/changes/competitors" },
  listCompetitors: { method: "GET", path: "/api/v1/competitors" },
  listCountries: { method: "GET", path: "/api/v1/countries" },
  listCountryRatings: { method: "GET", path: "/api/v1/apps/{platform}/{external_id}/ratings/country-breakdown" },
  listDeliveries: { method: "GET", path: "/api/v1/webhooks/{webhook_id}/deliveries" },
  listEvents: { method: "GET", path: "/api/v1/events" },
  listFacts: { method: "GET", path: "/api/v1/apps/{platform}/{external_id}/facts" },
  listFeeds: { method: "GET", path: "/api/v1/feeds" },
  listInstalls: { method: "GET", path: "/api/v1/apps/{platform}/{external_id}/installs" },
  listKeywordGaps: { method: "GET", path: "/api/v1/apps/{platform}/{external_id}/keyword-ranks/gaps" },
  listKeywordRanks: { method: "GET", path: "/api/v1/apps/{platform}/{external_id}/keyword-ranks" },
  listKeywords: { method: "GET", path: "/api/v1/apps/{platform}/{external_id}/keywords" },
  listNotes: { method: "GET", path: "/api/v1/notes" },
  listPublishers: { method: "GET", path: "/api/v1/publishers" },
  listPublisherStoreApps: { method: "GET", path: "/api/v1/publishers/{platform}/{external_id}/store-apps" },
  listRankings: { method: "GET", path: "/api/v1/apps/{platform}/{external_id}/rankings" },
  listStoreCategories: { method: "GET", path: "/api/v1/store-categories" },
  listTags: { method: "GET", path: "/api/v1/tags" },
  listTrackedKeywords: { method: "GET", path: "/api/v1/apps/{platform}/{external_id}/tracked-keywords" },
  listViews: { method: "GET", path: "/api/v1/views" },
  listWebhooks: { method: "GET", path: "/api/v1/webhooks" },
  logIn: { method: "POST", path: "/api/v1/auth/login" },
  logOut: { method: "POST", path: "/api/v1/auth/logout" },
  markEventsSeen: { method: "PUT", path: "/api/v1/account/seen" },
  openSession: { method: "POST", path: "/api/session" },
  pollEvents: { method: "GET", path: "/api/v1/changes" },
  previewWebhook: { method: "POST", path: "/api/v1/webhooks/preview" },
  redeliver: { method: "POST", path: "/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver" },
  registerApp: { method: "POST", path: "/api/v1/apps" },
  registerSession: { method: "POST", path: "/api/session/registration" },
  registerUser: { method: "POST", path: "/api/v1/auth/register" },
  removeCompetitor: { method: "DELETE", path: "/api/v1/apps/{platform}/{external_id}/competitors/{competitor_id}" },
  renameTag: { method: "PATCH", path: "/api/v1/tags/{tag_id}" },
  replayEvents: { method: "POST", path: "/api/v1/webhooks/{webhook_id}/replay" },
  requestSync: { method: "POST", path: "/api/v1/apps/{platform}/{external_id}/sync" },
  revokeApiToken: { method: "DELETE", path: "/api/v1/account/api-tokens/{token_id}" },
  rotateSecret: { method: "POST", path: "/api/v1/webhooks/{webhook_id}/rotate-secret" },
  searchApps: { method: "GET", path: "/api/v1/apps/search" },
  searchPublishers: { method: "GET", path: "/api/v1/publishers/search" },
  showApp: { method: "GET", path: "/api/v1/apps/{platform}/{external_id}" },
  showAvailability: { method: "GET", path: "/api/v1/apps/{platform}/{external_id}/availability" },
  showChart: { method: "GET", path: "/api/v1/charts" },
  showChartMovers: { method: "GET", path: "/api/v1/charts/movers" },
  showCurrentUser: { method: "GET", path: "/api/v1/auth/me" },
  showDashboard: { method: "GET", path: "/api/v1/dashboard" },
  showEvent: { method: "GET", path: "/api/v1/events/{event_id}" },
  showKeywordResults: { method: "GET", path: "/api/v1/keywords/{keyword_id}/results" },
  showListing: { method: "GET", path: "/api/v1/apps/{platform}/{external_id}/listing" },
  showOverview: { method: "GET", path: "/api/v1/apps/{platform}/{external_id}/overview" },
  showPrices: { method: "GET", path: "/api/v1/apps/{platform}/{external_id}/prices" },
  showProfile: { method: "GET", path: "/api/v1/account/profile" },
  showPublisher: { method: "GET", path: "/api/v1/publishers/{platform}/{external_id}" },
  showRatingHistory: { method: "GET", path: "/api/v1/apps/{platform}/{external_id}/ratings/history" },
  showRatingSummary: { method: "GET", path: "/api/v1/apps/{platform}/{external_id}/ratings/summary" },
  showSimilarApps: { method: "GET", path: "/api/v1/apps/{platform}/{external_id}/similar" },
  showSyncStatus: { method: "GET", path: "/api/v1/apps/{platform}/{external_id}/sync-status" },
  suggestTerms: { method: "GET", path: "/api/v1/keywords/suggestions" },
  tagApp: { method: "PUT", path: "/api/v1/apps/{platform}/{external_id}/tags/{tag_id}" },
  testWebhook: { method: "POST", path: "/api/v1/webhooks/{webhook_id}/test" },
  trackApp: { method: "POST", path: "/api/v1/apps/{platform}/{external_id}/track" },
  trackKeywords: { method: "POST", path: "/api/v1/apps/{platform}/{external_id}/tracked-keywords" },
  untagApp: { method: "DELETE", path: "/api/v1/apps/{platform}/{external_id}/tags/{tag_id}" },
  untrackApp: { method: "DELETE", path: "/api/v1/apps/{platform}/{external_id}/track" },
  untrackKeyword: { method: "DELETE", path: "/api/v1/apps/{platform}/{external_id}/tracked-keywords/{keyword_id}" },
  updateNote: { method: "PATCH", path: "/api/v1/notes/{note_id}" },
  updatePassword: { method: "PUT", path: "/api/v1/account/password" },
  updateProfile: { method: "PATCH", path: "/api/v1/account/profile" },
  updateView: { method: "PATCH", path: "/api/v1/views/{view_id}" },
  updateWebhook: { method: "PATCH", path: "/api/v1/webhooks/{webhook_id}" },
} as const;
