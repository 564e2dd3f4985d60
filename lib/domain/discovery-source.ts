export const discoverySources = ["on_search", "on_trending", "on_publisher_apps", "on_import"] as const;
