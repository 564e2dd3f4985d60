import { useQuery } from "@tanstack/react-query";

import { call } from "../../../../client/call.ts";
import type { Body } from "../../../../client/operation-types.ts";
import type { Problem } from "../../../../client/problem.ts";
import type { Platform } from "../../../../format/app-path.ts";
import { TERM_LENGTH_MAX, TERM_LENGTH_MIN } from "../../../../hooks/use-term.ts";
import { comparableTerm } from "./term-text.ts";

type Typed = { readonly platform: Platform; readonly country: string; readonly text: string };

/**
 * Returns what a store suggests for a text. Each request spends some of the store's limited ones, so a response is kept
 * as long as the page, and a request that was sent is never cancelled, since another one would follow.
 */
export function useSuggestions({ platform, country, text }: Typed) {
  const term = comparableTerm(text);
  const query = { platform, term, country_code: country };
  return useQuery<Body<"suggestTerms">, Problem>({
    queryKey: ["suggestTerms", { query }],
    queryFn: () => call("suggestTerms", { query }),
    enabled: term.length >= TERM_LENGTH_MIN && term.length <= TERM_LENGTH_MAX,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    retryOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
