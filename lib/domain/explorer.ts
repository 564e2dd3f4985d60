/** Apps that the explorer shows and searches, the newest of the catalogue: reads are as fast however many there are. */
export const EXPLORED_APPS_MAX = 10_000;

/** Screenshots of an app in a page of many apps. Addresses may be long, and a page must fit a function's response. */
export const EXPLORED_SCREENSHOTS_MAX = 10;

export const SCREENSHOT_PAGE_SIZE = 12;
export const SCREENSHOT_PAGE_SIZE_MAX = 50;
