import { createHash } from "node:crypto";

import type { Platform } from "../domain/platform.ts";

export type StoreSearch = { readonly platform: Platform; readonly countryCode: string; readonly term: string };

/** The scrapers search both stores in English. */
const LANGUAGE = "en";

export function searchKey({ platform, countryCode, term }: StoreSearch): Uint8Array {
  const normalised = term.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
  return createHash("sha256")
    .update(JSON.stringify([platform, countryCode, LANGUAGE, normalised]))
    .digest();
}
