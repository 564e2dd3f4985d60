import { oneOf, text } from "../../client/codec.ts";
import { useQueryState } from "../../client/query-state.ts";
import { TERM_LENGTH_MIN } from "../../hooks/use-term.ts";

const searchState = { platform: oneOf(["ios", "android"], "ios"), term: text(), country: text("us") };

export function useStoreSearch() {
  const [values, set] = useQueryState(searchState);
  const { platform, term, country } = values;
  return {
    values,
    set,
    query: { platform, term, country_code: country },
    options: { enabled: term.length >= TERM_LENGTH_MIN, keepPrevious: true },
  };
}

export type StoreSearch = ReturnType<typeof useStoreSearch>;
