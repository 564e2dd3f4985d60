import type { Db } from "../../db/client.ts";
import { listTrackedApps } from "../../db/queries/apps/tracked-app-list.ts";
import { type AppPart, type AppSort, COMPARED_DAYS, defaultOrders, TREND_POINTS } from "../domain/app-trends.ts";
import { listIfAny } from "../domain/list-if-any.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import { type Page, pageOf, rowsOf } from "../domain/page.ts";
import type { Platform } from "../domain/platform.ts";
import type { SortOrder } from "../domain/sort-order.ts";
import { invalidInput } from "../errors.ts";
import type { Clock } from "../runtime/clock.ts";
import { presentTrends } from "./app-trends-response.ts";

type ListAppsInput = {
  readonly userId: number;
  readonly platform: Platform | undefined;
  readonly search: string | undefined;
  readonly tagIds: readonly number[] | undefined;
  readonly include: readonly AppPart[];
  readonly countryCode: string | undefined;
  readonly sort: AppSort | undefined;
  readonly order: SortOrder | undefined;
  readonly page: Page;
};

type ListAppsDependencies = { readonly db: Db; readonly now: Clock };

const DAY_MS = 86_400_000;

export async function listApps(deps: ListAppsDependencies, input: ListAppsInput) {
  const { page, sort, order } = input;
  if (sort === undefined && order !== undefined) throw invalidInput({ order: ["The order field requires sort."] });
  const { limit } = rowsOf(page);
  const { rows, total } = await readRows(deps, input);
  const shown = rows.slice(0, limit);
  const lastId = rows.length > limit ? (shown.at(-1)?.id ?? null) : null;
  return { ...pageOf(page, { items: shown, total }), lastId };
}

async function readRows({ db, now }: ListAppsDependencies, input: ListAppsInput) {
  const { userId, page, sort, include, countryCode } = input;
  const { limit, offset } = rowsOf(page);
  const dayBefore = (days: number) => utcDay(new Date(now().getTime() - days * DAY_MS));
  const found = await listTrackedApps(db, {
    userId,
    platform: input.platform ?? null,
    search: input.search ?? null,
    tagIds: listIfAny(input.tagIds),
    // One more row shows whether there is a next page.
    limit: limit + 1,
    offset,
    afterId: page.afterId ?? null,
    includesTrends: include.includes("trends"),
    sort: sort ?? null,
    direction: directionOf(input),
    countryCode: countryCode ?? null,
    from: dayBefore(TREND_POINTS - 1),
    today: dayBefore(0),
    gainedSince: dayBefore(COMPARED_DAYS),
  });
  if (!found.country_exists) throw invalidInput({ country_code: ["The selected country code is invalid."] });
  const { total } = found;
  if (!include.includes("trends")) return { rows: found.rows, total };

  const days = Array.from({ length: TREND_POINTS }, (_, index) => dayBefore(TREND_POINTS - 1 - index));
  const rows = found.rows.map(({ trends, ...row }) =>
    trends === undefined ? row : { ...row, trends: presentTrends(trends, days) },
  );
  return { rows, total };
}

function directionOf({ sort, order }: Pick<ListAppsInput, "sort" | "order">): 1 | -1 {
  return (order ?? (sort && defaultOrders[sort])) === "asc" ? 1 : -1;
}
