import { planCharts } from "../../db/queries/plan-charts.ts";
import { openChartDays } from "../domain/chart-fetch.ts";
import type { Country } from "../domain/country.ts";
import { activeStorefronts } from "../domain/storefronts.ts";
import { type SweepChartsDependencies, sweepCharts } from "./sweep-charts.ts";

export type StartDailyChartsDependencies = SweepChartsDependencies & {
  readonly countries: readonly Country[];
  /** Storefronts whose charts are fetched every day: all in which the platform sells apps, or some of them. */
  readonly dailyCountries: "active" | readonly string[];
};

/** Plans the day's charts of a platform, spread at its pace, and sends the first. To repeat it the same day is harmless. */
export async function startDailyCharts(deps: StartDailyChartsDependencies, input: { correlationId: string }) {
  const { platform, dailyCountries } = deps;
  const active = activeStorefronts(deps.countries, platform).map(({ code }) => code);
  const planned = await planCharts(deps.db, {
    platform,
    chartDate: openChartDays(deps.now()).newest,
    countryCodes: dailyCountries === "active" ? active : active.filter((code) => dailyCountries.includes(code)),
    chartsPerMinute: deps.settings.chartsPerMinute,
  });
  deps.log.info("chart.day.planned", { platform, planned });

  await sweepCharts(deps, input);
  return planned;
}
