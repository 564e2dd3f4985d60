import { planCharts, storedChartsPercent } from "../../db/queries/charts/chart-fetches.ts";
import { fetchesPages } from "../domain/chart.ts";
import { activeStorefronts, type Country } from "../domain/country.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import { type ResendChartsDependencies, resendCharts } from "./resend-charts.ts";

export type StartDailyChartsDependencies = ResendChartsDependencies & {
  readonly countries: readonly Country[];
  readonly dailyCountries: "active" | readonly string[];
  /** `on` fetches charts by page if a page shows them. */
  readonly pages: "on" | "off";
};

export async function startDailyCharts(deps: StartDailyChartsDependencies, input: { correlationId: string }) {
  const { platform, dailyCountries } = deps;
  const active = activeStorefronts(deps.countries, platform).map(({ code }) => code);
  const planned = await planCharts(deps.db, {
    platform,
    chartDate: utcDay(deps.now()),
    countryCodes: dailyCountries === "active" ? active : active.filter((code) => dailyCountries.includes(code)),
    chartsPerMinute: deps.settings.chartsPerMinute,
    byPage: fetchesPages(platform, deps.pages),
  });
  deps.log.info("chart.day.planned", { platform, planned });
  const { percent } = await storedChartsPercent(deps.db, { platform, chartDate: dayBefore(deps.now()) });
  deps.measure("ChartsStoredPercent", percent, { platform });

  await resendCharts(deps, input);
  return planned;
}

const DAY_MS = 86_400_000;

function dayBefore(now: Date): string {
  return utcDay(new Date(now.getTime() - DAY_MS));
}
