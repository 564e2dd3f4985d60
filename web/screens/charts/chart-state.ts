import { oneOf, optionalDate, text } from "../../client/codec.ts";
import { useQueryState } from "../../client/query-state.ts";

export const chartState = {
  view: oneOf(["movers", "chart"], "movers"),
  platform: oneOf(["ios", "android"], "ios"),
  collection: oneOf(["top_free", "top_paid", "top_grossing"], "top_free"),
  country: text("us"),
  category: text(""),
  /** The name of a category, which filters the shown apps. */
  only: text(""),
  date: optionalDate(),
  /** The day with which movers are compared. Links keep `from`, a day of the scope, which charts do not follow. */
  since: optionalDate(),
};

export function useChartState() {
  return useQueryState(chartState);
}

export type ChartState = ReturnType<typeof useChartState>[0];
export type SetChartState = ReturnType<typeof useChartState>[1];

export function moversQuery(state: ChartState) {
  return { ...chartQuery(state), from: state.since, to: state.date };
}

export function chartQuery({ platform, collection, country, category }: ChartState) {
  return { platform, collection, country_code: country, category_id: category === "" ? undefined : category };
}
