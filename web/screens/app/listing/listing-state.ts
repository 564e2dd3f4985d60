import { optionalDate, optionalText } from "../../../client/query-state.ts";

/** What of a listing the address names; undefined is the app's own storefront, its first language, now. */
export const listingState = { country: optionalText(), locale: optionalText(), at: optionalDate() };
