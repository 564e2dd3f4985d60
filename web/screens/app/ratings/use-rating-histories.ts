import { keepPreviousData, type UseQueryResult, useQueries } from "@tanstack/react-query";

import { call } from "../../../client/call.ts";
import { joinReads } from "../../../client/join-reads.ts";
import type { Body, Input } from "../../../client/operation-types.ts";
import type { ReadResult } from "../../../components/query-view.tsx";
import { countryName } from "../../../format/locale-names.ts";
import type { RatingHistoryOf } from "./rating-days.ts";

type Wanted = {
  readonly params: Input<"showRatingHistory">["params"];
  readonly days: number;
  /** An empty list stands for all storefronts together. */
  readonly countries: readonly string[];
};

export function useRatingHistories({ params, days, countries }: Wanted): ReadResult<readonly RatingHistoryOf[]> {
  const names = countries.length === 0 ? ["All storefronts"] : countries.map(countryName);
  return useQueries({
    queries: names.map((_, index) => {
      const country = countries[index];
      const input = { params, query: { days, country_codes: country === undefined ? undefined : [country] } };
      return {
        queryKey: ["showRatingHistory", input],
        queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<Body<"showRatingHistory">> =>
          call("showRatingHistory", input, { signal }),
        placeholderData: keepPreviousData<Body<"showRatingHistory">>,
      };
    }),
    combine: (results) => join(names, results),
  });
}

function join(names: readonly string[], results: readonly UseQueryResult<Body<"showRatingHistory">>[]) {
  const histories = results.flatMap(({ data }, index) =>
    data === undefined ? [] : [{ name: names[index] ?? "", points: data.data }],
  );
  return {
    ...joinReads(results),
    data: histories.length === results.length ? histories : undefined,
    isPlaceholderData: results.some(({ isPlaceholderData }) => isPlaceholderData),
  };
}
