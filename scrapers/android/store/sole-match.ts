import { entryAt, pageData } from "./page-data.ts";

/**
 * The app that a search names, where it is the page's only result. The library reads the rows of results and finds
 * none on such a page, which has only the large card above them.
 */
export function soleMatch(html: string): string | undefined {
  const appId = entryAt(pageData(html, "ds:4"), [0, 1, 0, 23, 16, 3, 12, 0, 0]);
  return typeof appId === "string" ? appId : undefined;
}
