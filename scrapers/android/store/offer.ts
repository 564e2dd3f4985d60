import { unusable } from "../../http/check-record.ts";
import { NotInStoreError } from "../../http/store-errors.ts";
import { entryAt, pageData } from "./page-data.ts";

/**
 * Where the library reads `available` and `preregister`: the list holds 2 where the app can be installed, 1 where users
 * can pre-register, and is empty in a country without the app. docs/adr/0004 names the sources.
 */
const OFFER_PATH = [1, 2, 18] as const;

/** Returns what a page without an offer means: the country does not have the app, or Google has moved the list. */
export function missingOffer(html: string, subject: string): Error {
  const offer = entryAt(pageData(html, "ds:5"), OFFER_PATH);
  if (Array.isArray(offer) && (offer[0] ?? null) === null) return new NotInStoreError(subject);
  return unusable(new Error("the page does not say whether the app is offered"));
}
