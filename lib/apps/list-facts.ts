import type { Db } from "../../db/client.ts";
import { findFactHistory, findFacts, keyArray } from "../../db/queries/facts/facts.ts";
import { type FactKey, factKeys } from "../domain/fact.ts";
import { type Page, pageOf, rowsOf } from "../domain/page.ts";
import type { StoreApp } from "../domain/platform.ts";
import { notFound } from "../errors.ts";
import { presentFact } from "./fact-response.ts";

type ListFactsInput = {
  readonly app: StoreApp;
  /** An empty list stands for all facts. */
  readonly keys: readonly FactKey[];
  readonly withHistory: boolean;
  readonly page: Page;
};

/** Returns a page of the current facts, or of all values that they have had, newest first. */
export async function listFacts(deps: { readonly db: Db }, { app, withHistory, page, ...input }: ListFactsInput) {
  const keys = input.keys.length > 0 ? factKeys.filter((key) => input.keys.includes(key)) : factKeys;
  const wanted = { ...app, keys: keyArray(keys) };
  const { limit, offset } = rowsOf(page);
  const unreadOf = (known: readonly FactKey[]) => ({ not_read: keys.filter((key) => !known.includes(key)) });

  if (!withHistory) {
    const { app_id, facts } = await findFacts(deps.db, wanted);
    if (app_id === null) throw notFound();
    const items = facts.slice(offset, offset + limit).map(presentFact);
    return { page: pageOf(page, { items, total: facts.length }), meta: unreadOf(facts.map(({ key }) => key)) };
  }
  const rows = { limit: limit + 1, offset, afterId: page.afterId ?? null };
  const { app_id, facts, known_keys, total } = await findFactHistory(deps.db, { ...wanted, ...rows });
  if (app_id === null) throw notFound();
  const items = facts.slice(0, limit).map(presentFact);
  const lastId = facts.length > limit ? (items.at(-1)?.id ?? null) : null;
  return { page: { ...pageOf(page, { items, total }), lastId }, meta: unreadOf(known_keys) };
}
