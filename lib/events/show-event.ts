import type { Db } from "../../db/client.ts";
import { findEvent } from "../../db/queries/apps/event-details.ts";
import { VALUE_LENGTHS } from "../domain/change-limits.ts";
import { eventRowId } from "../domain/event.ts";
import { type Page, pageOf, rowsOf } from "../domain/page.ts";
import { presentWithin } from "../domain/response-size.ts";
import { notFound } from "../errors.ts";
import { presentChange } from "../responses/change-response.ts";
import { presentEvent } from "../responses/event-response.ts";

type ShowEventInput = {
  readonly userId: number;
  /** The id as responses show it, such as `evt_4711`. */
  readonly id: string;
  readonly page: Page;
};

/** Returns an event and a page of its changes. An app that the user does not follow has no events for them. */
export async function showEvent(deps: { readonly db: Db }, { userId, id, page }: ShowEventInput) {
  const { limit, offset } = rowsOf(page);
  const rows = { limit: limit + 1, offset, afterId: page.afterId ?? null };
  const row = await findEvent(deps.db, { userId, id: eventRowId(id), ...rows });
  if (row === undefined) throw notFound();

  const { found, changes, ...event } = row;
  const shown = changes.slice(0, limit);
  const items = presentWithin(VALUE_LENGTHS, (length) => shown.map((change) => presentChange(change, length)));
  const lastId = changes.length > limit ? (shown.at(-1)?.id ?? null) : null;
  return { page: { ...pageOf(page, { items, total: found }), lastId }, meta: { event: presentEvent(event) } };
}
