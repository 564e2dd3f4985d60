import type { Db } from "../../db/client.ts";
import { listTrackedApps as readTrackedApps } from "../../db/queries/app-summaries.ts";
import type { Platform } from "../domain/platform.ts";
import { type Address, type Page, presentPage, rowsOf } from "../http/pagination.ts";
import { presentApp } from "./app-answer.ts";

type ListTrackedAppsInput = {
  readonly userId: number;
  readonly platform: Platform | undefined;
  readonly search: string | undefined;
  readonly page: Page;
  readonly address: Address;
};

/** One page of the apps that a user tracks, newest tracked first. */
export async function listTrackedApps(deps: { readonly db: Db }, input: ListTrackedAppsInput) {
  const { userId, page, address } = input;
  const { rows, total } = await readTrackedApps(deps.db, {
    userId,
    platform: input.platform ?? null,
    search: input.search ?? null,
    ...rowsOf(page),
  });
  return { data: rows.map(presentApp), ...presentPage({ address, page, total, rows: rows.length }) };
}
