import type { Platform } from "./platform.ts";

/** Pages of other storefronts that one scheduled run reads because of their age alone, the oldest first. */
export const PAGES_IN_TURN_PER_RUN = 3;

/** Hours after which a scheduled run that finds too few tokens leaves also what has changed elsewhere to the next one. */
export const CHANGED_PAGES_WAIT_HOURS = 6;

/**
 * Days after which the page of a language is read again although nothing shows that it has changed: in the storefront
 * that identity is read in, and elsewhere. Pages that were read together come due one after the other, from half of
 * these days on.
 */
export const pageRules: Readonly<Record<Platform, { readonly primaryDays: number; readonly otherDays: number }>> = {
  // Texts come from the day's sweep; a page, one request, adds subtitle, promotional text, screenshots and video.
  ios: { primaryDays: 7, otherDays: 90 },
  // A page is all that there is. The primary one is read daily.
  android: { primaryDays: 0, otherDays: 30 },
};
