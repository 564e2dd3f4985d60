import type { Db } from "../../db/client.ts";
import { listTrackedPublishers } from "../../db/queries/apps/publishers.ts";
import { listIfAny } from "../domain/list-if-any.ts";
import { type Page, pageOf, rowsOf } from "../domain/page.ts";
import type { Platform } from "../domain/platform.ts";

type ListPublishersInput = {
  readonly userId: number;
  readonly platform: Platform | undefined;
  readonly tagIds: readonly number[] | undefined;
  readonly page: Page;
};

export async function listPublishers(deps: { readonly db: Db }, input: ListPublishersInput) {
  const { userId, page } = input;
  const { limit, offset } = rowsOf(page);
  const { rows, total } = await listTrackedPublishers(deps.db, {
    userId,
    platform: input.platform ?? null,
    tagIds: listIfAny(input.tagIds),
    limit: limit + 1,
    offset,
    afterId: page.afterId ?? null,
  });
  const shown = rows.slice(0, limit);
  const lastId = rows.length > limit ? (shown.at(-1)?.id ?? null) : null;
  return { ...pageOf(page, { items: shown, total }), lastId };
}
