import { createHash } from "node:crypto";

import { findStoreSuggestions, saveStoreSuggestions } from "../../db/queries/budgets/store-suggestions.ts";
import type { Platform } from "../domain/platform.ts";
import { callCosts } from "../domain/request-costs.ts";
import { keywordsOff } from "../errors.ts";
import { callLive, type LiveDependencies, requireAvailableStore } from "../stores/live-call.ts";
import type { TrackKeywordsDependencies } from "./track-keywords.ts";

type SuggestTermsInput = { readonly platform: Platform; readonly countryCode: string; readonly term: string };

/** Returns the terms that a store suggests, or those of the same request in the last minutes, in the store's order. */
export async function suggestTerms(
  deps: LiveDependencies<"suggestTerms"> & Pick<TrackKeywordsDependencies, "keywordSettings">,
  input: SuggestTermsInput,
) {
  if (deps.keywordSettings === "off") throw keywordsOff();
  const { platform, countryCode: country, term } = input;
  const { language } = await requireAvailableStore(deps, input);

  const key = suggestionsKey(input, language);
  const find = () => findStoreSuggestions(deps.db, { key });
  const fetchLive = async () => {
    await callLive(deps, {
      platform,
      operation: "suggestTerms",
      parameters: { key: Buffer.from(key).toString("hex") },
      fetch: async (store) => {
        // Another call may have ended just before this one began.
        if ((await find()) !== undefined) return null;
        await store.pay(callCosts[platform].suggestTerms);
        const terms = await deps.connectors[platform].suggestTerms({ term, country, language }, store.context());
        await saveStoreSuggestions(deps.db, { key, terms: JSON.stringify(terms) });
        return null;
      },
    });
    return find();
  };
  const found = (await find()) ?? (await fetchLive());
  if (found === undefined) throw new TypeError("The suggestions were not stored.");
  return {
    suggestions: found.terms.map((suggested, index) => ({ term: suggested, position: index + 1 })),
    meta: { searched_at: found.suggested_at },
  };
}

function suggestionsKey({ platform, countryCode, term }: SuggestTermsInput, language: string): Uint8Array {
  const normalised = term.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
  return createHash("sha256")
    .update(JSON.stringify([platform, countryCode, language, normalised]))
    .digest();
}
