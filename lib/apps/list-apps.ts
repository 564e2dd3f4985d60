import type { Db } from "../../db/client.ts";
import { listTrackedApps } from "../../db/queries/apps/app-summaries.ts";
import { type Page, pageOf, rowsOf } from "../domain/page.ts";
import type { Platform } from "../domain/platform.ts";

type ListAppsInput = {
  readonly userId: number;
  readonly platform: Platform | undefined;
  readonly search: string | undefined;
  readonly page: Page;
};

export async function listApps(deps: { readonly db: Db }, input: ListAppsInput) {
  const { userId, page } = input;
  const { limit, offset } = rowsOf(page);
  const { rows, total } = await listTrackedApps(deps.db, {
    userId,
    platform: input.platform ?? null,
    search: input.search ?? null,
    limit: limit + 1,
    offset,
    afterId: page.afterId ?? null,
  });
  const shown = rows.slice(0, limit);
  const lastId = rows.length > limit ? (shown.at(-1)?.id ?? null) : null;
  return { ...pageOf(page, { items: shown, total }), lastId };
}
