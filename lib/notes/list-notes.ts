import type { Db } from "../../db/client.ts";
import { listNotes as findNotes } from "../../db/queries/apps/notes.ts";
import { type Page, pageOf, rowsOf } from "../domain/page.ts";
import { invalidInput } from "../errors.ts";

type ListNotesInput = {
  readonly userId: number;
  /** The first and the last day, YYYY-MM-DD, UTC. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly appId: number | undefined;
  readonly page: Page;
};

export async function listNotes(deps: { readonly db: Db }, { userId, from, to, appId, page }: ListNotesInput) {
  if (from !== undefined && to !== undefined && from > to)
    throw invalidInput({ to: ["The to field must not be before from."] });
  const { limit, offset } = rowsOf(page);
  const { rows, total } = await findNotes(deps.db, {
    userId,
    from: from ?? null,
    to: to ?? null,
    appId: appId ?? null,
    // One more row shows whether there is a next page.
    limit: limit + 1,
    offset,
    afterId: page.afterId ?? null,
  });
  const shown = rows.slice(0, limit);
  const lastId = rows.length > limit ? (shown.at(-1)?.id ?? null) : null;
  return { ...pageOf(page, { items: shown, total }), lastId };
}
