export const discoverySources = ["on_search", "on_trending", "on_publisher_apps", "on_import"] as const;

export const APPS_PER_IDENTIFICATION = 150;

/** How often an app that its storefront does not show is requested. The next page with it starts the count again. */
export const identificationRules = { attemptsMax: 3, hoursBetweenAttempts: 24 } as const;
