import type { Db } from "../../db/client.ts";
import { listTrackedPublishers } from "../../db/queries/publishers.ts";
import { type Page, pageOf, rowsOf } from "../domain/page.ts";
import type { Platform } from "../domain/platform.ts";
import { presentTrackedPublisher } from "../responses/publisher-response.ts";

type ListPublishersInput = {
  readonly userId: number;
  readonly platform: Platform | undefined;
  readonly page: Page;
};

/** Returns one page of the publishers of the apps that a user tracks, by name. */
export async function listPublishers(deps: { readonly db: Db }, input: ListPublishersInput) {
  const { userId, page } = input;
  const { rows, total } = await listTrackedPublishers(deps.db, {
    userId,
    platform: input.platform ?? null,
    ...rowsOf(page),
  });
  return pageOf(page, { items: rows.map(presentTrackedPublisher), total });
}
