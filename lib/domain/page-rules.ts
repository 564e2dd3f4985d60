import type { Platform } from "./platform.ts";

/**
 * How many requests one scheduled run makes because of age alone, the oldest items first. An item is a page of another
 * storefront. On Google Play, where the 124 storefronts and their languages are refreshed periodically, it is a
 * storefront with one page.
 */
export const periodicPerRun: Readonly<Record<Platform, number>> = { ios: 3, android: 5 };

/**
 * Hours after which a scheduled run that finds too few tokens also leaves changed pages of other storefronts to the
 * next run.
 */
export const CHANGED_PAGES_WAIT_HOURS = 6;

/**
 * Where own pages are read by runs: days without a sync of some followed app after which no run waits for tokens for
 * changed pages of other storefronts. So own pages are read in two days as long as the store's budget has room for
 * them, and other pages share what these leave.
 */
export const OWN_PAGE_LATE_DAYS = 2;

/**
 * Days after which the page of a language is read again although nothing shows that it has changed: in the storefront
 * that identity is read in, and elsewhere. Pages of the App Store that were read together come due one after the other,
 * from half of these days on.
 */
export const pageRules: Readonly<Record<Platform, { readonly primaryDays: number; readonly otherDays: number }>> = {
  // Texts come from the day's sweep; a page, one request, adds subtitle, promotional text, screenshots and video.
  ios: { primaryDays: 7, otherDays: 90 },
  // The store offers only pages. The primary page is read daily, and the others with their storefronts.
  android: { primaryDays: 0, otherDays: 30 },
};

/**
 * Days after which a storefront of Google Play may be refreshed again. Five a run spread the storefronts without
 * a longer rest: 123 storefronts, and the languages of those that are the first one of several, take 27 days.
 */
export const STOREFRONT_REST_DAYS = 2;

/**
 * Days by which a storefront without the app is refreshed later than that of one with it. A round takes 27 days,
 * and all storefronts are to be read within 30.
 */
export const WITHOUT_APP_DELAY_DAYS = 2;

/**
 * Where metrics are global and an app is back in its own storefront, a run checks for it, within `RETURN_CHECK_HOURS`,
 * in the storefronts that lost it at most `LOST_BEFORE_OWN_DAYS` before the own storefront did.
 */
export const RETURN_CHECK_HOURS = 24;
export const LOST_BEFORE_OWN_DAYS = 2;
