/** Apps of one request that identifies them. */
export const APPS_PER_IDENTIFICATION = 150;

/** How often an app is requested that its storefront does not show. The next page that shows it begins anew. */
export const identificationRules = { attemptsMax: 3, hoursBetweenAttempts: 24 } as const;
