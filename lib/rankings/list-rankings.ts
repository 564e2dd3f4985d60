import type { Db } from "../../db/client.ts";
import { listRankingSeries, listRankingsOfDay } from "../../db/queries/charts/rankings.ts";
import { codeArray } from "../../db/queries/reference/countries.ts";
import { getRequestedApp } from "../apps/requested-app.ts";
import type { ChartCollection } from "../domain/chart.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import type { StoreApp } from "../domain/platform.ts";
import { RANKED_DAYS, SERIES_COUNTRIES_MAX, SERIES_DAYS_MAX } from "../domain/ranking.ts";
import { invalidInput } from "../errors.ts";
import type { Clock } from "../runtime/clock.ts";
import { presentRanking } from "./ranking-response.ts";

const DAY_MS = 86_400_000;

type ListRankingsDependencies = { readonly db: Db; readonly now: Clock };

type ListRankingsInput = StoreApp & {
  /** Default: each chart's newest of the last days, unless a series is requested. */
  readonly date: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly collection: ChartCollection | undefined;
  readonly countryCodes: readonly string[];
  readonly categoryId: number | undefined;
};

/**
 * Returns an app's rank, or why it has none, in the charts of a day or the newest ones. A series covers one chart in a
 * few storefronts over days.
 */
export async function listRankings(deps: ListRankingsDependencies, input: ListRankingsInput) {
  const { from, to } = input;
  if (from !== undefined || to !== undefined) return listSeries(deps, input, requireSeries(input));

  const now = deps.now();
  const date = input.date ?? utcDay(now);
  const oldest = input.date ?? utcDay(new Date(now.getTime() - RANKED_DAYS * DAY_MS));
  const { appId } = await getRequestedApp(deps, input);
  const rows = await listRankingsOfDay(deps.db, {
    appId,
    platform: input.platform,
    date,
    oldest,
    countryCodes: input.countryCodes.length === 0 ? null : codeArray(input.countryCodes),
    collection: input.collection ?? null,
    categoryId: input.categoryId ?? null,
  });
  return { rankings: rows.map((row) => presentRanking(row, input.platform)), meta: { from: date, to: date } };
}

type Series = { readonly from: string; readonly to: string; readonly collection: ChartCollection };

async function listSeries({ db }: ListRankingsDependencies, input: ListRankingsInput, series: Series) {
  const { appId, categoryId } = await getRequestedApp({ db }, input);
  const rows = await listRankingSeries(db, {
    ...series,
    appId,
    platform: input.platform,
    countryCodes: codeArray(input.countryCodes),
    categoryId,
  });
  return {
    rankings: rows.map((row) => presentRanking(row, input.platform)),
    meta: { from: series.from, to: series.to },
  };
}

function requireSeries({ date, from, to, collection, countryCodes }: ListRankingsInput): Series {
  const required = (name: string) => ({ [name]: [`The ${name} field is required with from and to.`] });
  if (from === undefined) throw invalidInput({ from: ["The from field is required with to."] });
  if (to === undefined) throw invalidInput({ to: ["The to field is required with from."] });
  if (date !== undefined) throw invalidInput({ date: ["The date field must not be sent with from and to."] });
  if (to < from) throw invalidInput({ to: ["The to field must not be before from."] });
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= SERIES_DAYS_MAX) {
    throw invalidInput({ to: [`A series must not have more than ${SERIES_DAYS_MAX} days.`] });
  }
  if (collection === undefined) throw invalidInput(required("collection"));
  if (countryCodes.length === 0) throw invalidInput(required("country_codes"));
  if (countryCodes.length > SERIES_COUNTRIES_MAX) {
    throw invalidInput({ country_codes: [`A series must not have more than ${SERIES_COUNTRIES_MAX} countries.`] });
  }
  return { from, to, collection };
}
