import { keepPreviousData, type UseQueryResult, useQueries } from "@tanstack/react-query";

import { call } from "../../../client/call.ts";
import { joinReads } from "../../../client/join-reads.ts";
import type { Body, Input } from "../../../client/operation-types.ts";
import type { ReadResult } from "../../../components/query-view.tsx";
import type { Period } from "../../../features/scope/period.ts";
import { daysApart } from "../../../format/days.ts";
import { countryName } from "../../../format/locale-names.ts";
import type { RatingHistoryOf } from "./rating-days.ts";

/** The service returns the days until today. */
const DAYS_MAX = 365;

type Wanted = {
  readonly params: Input<"showRatingHistory">["params"];
  readonly period: Period;
  readonly today: string;
  /** An empty list stands for all storefronts together. */
  readonly countries: readonly string[];
};

export function useRatingHistories({
  params,
  period,
  today,
  countries,
}: Wanted): ReadResult<readonly RatingHistoryOf[]> {
  const days = Math.min(DAYS_MAX, daysApart(period.first, today) + 1);
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
    combine: (results) => join(names, results, period),
  });
}

function join(
  names: readonly string[],
  results: readonly UseQueryResult<Body<"showRatingHistory">>[],
  { first, last }: Period,
) {
  const histories = results.flatMap(({ data }, index) =>
    data === undefined
      ? []
      : [{ name: names[index] ?? "", points: data.data.filter(({ date }) => date >= first && date <= last) }],
  );
  return {
    ...joinReads(results),
    data: histories.length === results.length ? histories : undefined,
    isPlaceholderData: results.some(({ isPlaceholderData }) => isPlaceholderData),
  };
}
