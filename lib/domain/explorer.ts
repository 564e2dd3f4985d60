/** The explorer shows and searches only this many of the newest apps, so that reads stay fast. */
export const EXPLORED_APPS_MAX = 10_000;

/** Screenshots per app in a page of many apps. Addresses may be long, and a page must fit a function's response. */
export const EXPLORED_SCREENSHOTS_MAX = 10;

export const SCREENSHOT_PAGE_SIZE = 12;
export const SCREENSHOT_PAGE_SIZE_MAX = 50;
