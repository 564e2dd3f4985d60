import type { Db } from "../../db/client.ts";
import { findChartMovers } from "../../db/queries/charts/chart-movers.ts";
import type { ChartCollection } from "../domain/chart.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import type { Platform } from "../domain/platform.ts";
import { invalidInput } from "../errors.ts";
import type { Clock } from "../runtime/clock.ts";
import { presentChartMovers } from "./chart-movers-response.ts";
import { requireKnownChart } from "./known-chart.ts";

type ShowChartMoversInput = {
  readonly platform: Platform;
  readonly collection: ChartCollection;
  readonly countryCode: string;
  readonly categoryId: number | undefined;
  /** Default: the chart before that of `to`. */
  readonly from: string | undefined;
  readonly to: string | undefined;
};

/** Returns the apps that entered, left and moved between the newest charts until two days. */
export async function showChartMovers(
  deps: { readonly db: Db; readonly now: Clock },
  { platform, collection, countryCode, categoryId: named, from, to: until }: ShowChartMoversInput,
) {
  const to = until ?? utcDay(deps.now());
  if (from !== undefined && from >= to) throw invalidInput({ from: ["The from field must be before to."] });

  const request = {
    platform,
    collection,
    countryCode,
    categoryId: named ?? null,
    from: from ?? null,
    to,
  };
  const found = await findChartMovers(deps.db, request);
  const categoryId = requireKnownChart(found, { platform, countryCode });
  return presentChartMovers(found, { platform, collection, country_code: countryCode, category_id: categoryId });
}
