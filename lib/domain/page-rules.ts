import type { Platform } from "./platform.ts";

/**
 * The most periodic refreshes of one scheduled run, oldest first. An item is a page of another storefront; on Google
 * Play, it is a storefront with one page.
 */
export const periodicPerRun: Readonly<Record<Platform, number>> = { ios: 3, android: 5 };

/** After this many hours without enough tokens, a scheduled run also leaves changed other pages to the next run. */
export const CHANGED_PAGES_WAIT_HOURS = 6;

/**
 * Once a followed app was not synced for this many days, no run waits for tokens for changed pages of other
 * storefronts. Own pages are then read within two days if the budget allows.
 */
export const OWN_PAGE_LATE_DAYS = 2;

/**
 * Days after which an unchanged page is read again, in the app's own storefront and elsewhere. App Store pages that
 * were read together come due one after another, from half of these days on.
 */
export const pageRules: Readonly<Record<Platform, { readonly primaryDays: number; readonly otherDays: number }>> = {
  // Texts come from the daily sweep. A page adds subtitle, promotional text, screenshots and video.
  ios: { primaryDays: 7, otherDays: 90 },
  // Google Play has only pages. The primary page is read daily. Another page is read when its storefront is refreshed.
  android: { primaryDays: 0, otherDays: 30 },
};

/**
 * Days that a Google Play storefront rests after a refresh. At five a day, a round of all 123 storefronts takes 25
 * days, and 27 with this rest.
 */
export const STOREFRONT_REST_DAYS = 2;

/** Extra days before a storefront without the app is refreshed. A round takes 27 days and must end within 30. */
export const WITHOUT_APP_DELAY_DAYS = 2;

/**
 * With global metrics, a run checks other storefronts within `RETURN_CHECK_HOURS` of an app's return to its own one.
 * These lost it at most `LOST_BEFORE_OWN_DAYS` before.
 */
export const RETURN_CHECK_HOURS = 24;
export const LOST_BEFORE_OWN_DAYS = 2;
