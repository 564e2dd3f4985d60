/**
 * Names of tools that `toolName` does not make from the name of the operation. Most of them are the names that
 * AppStoreCat gives to the same tools (docs/mcp.md).
 */
const known: Readonly<Record<string, string>> = {
  listApps: "list_tracked_apps",
  searchApps: "search_store_apps",
  showApp: "get_app",
  showListing: "get_app_listing",
  showSyncStatus: "get_app_sync_status",
  showOverview: "get_app_overview",
  showAvailability: "get_app_availability",
  showPrices: "get_app_prices",
  showSimilarApps: "get_similar_apps",
  listFacts: "list_app_facts",
  listInstalls: "list_app_installs",
  compareListings: "compare_app_listings",
  showChart: "get_charts",
  listRankings: "get_app_rankings",
  listCompetitors: "list_all_competitors",
  pollEvents: "list_changes",
  showDashboard: "get_dashboard",
  exploreScreenshots: "browse_screenshots",
  exploreIcons: "browse_icons",
  listKeywords: "get_app_keywords",
  compareKeywords: "compare_app_keywords",
  listPublishers: "list_user_publishers",
  showPublisher: "get_publisher",
  listPublisherStoreApps: "get_publisher_store_apps",
  showRatingSummary: "get_rating_summary",
  showRatingHistory: "get_rating_history",
  listCountryRatings: "get_rating_country_breakdown",
  listStoreCategories: "list_categories",
};

/** Returns the name of the tool of an operation, such as `get_event` for `showEvent`. */
export function toolName(operation: string): string {
  return (
    known[operation] ??
    operation
      .replace(/^show(?=[A-Z])/, "get")
      .replaceAll(/[A-Z]/g, "_$&")
      .toLowerCase()
  );
}
