import type { Db } from "../../db/client.ts";
import { listTrackedPublishers as readTrackedPublishers } from "../../db/queries/publishers.ts";
import type { Platform } from "../domain/platform.ts";
import { type Address, type Page, presentPage, rowsOf } from "../http/pagination.ts";
import { presentTrackedPublisher } from "./publisher-answer.ts";

type ListTrackedPublishersInput = {
  readonly userId: number;
  readonly platform: Platform | undefined;
  readonly page: Page;
  readonly address: Address;
};

/** One page of the publishers of the apps that a user tracks, by name. */
export async function listTrackedPublishers(deps: { readonly db: Db }, input: ListTrackedPublishersInput) {
  const { userId, page, address } = input;
  const { rows, total } = await readTrackedPublishers(deps.db, {
    userId,
    platform: input.platform ?? null,
    ...rowsOf(page),
  });
  return { data: rows.map(presentTrackedPublisher), ...presentPage({ address, page, total, rows: rows.length }) };
}
