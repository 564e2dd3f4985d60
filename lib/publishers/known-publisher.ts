import type { Db } from "../../db/client.ts";
import { findPublisher, type PublisherRow, type StorePublisher } from "../../db/queries/apps/publishers.ts";
import { notFound } from "../errors.ts";

export async function getKnownPublisher(deps: { readonly db: Db }, publisher: StorePublisher): Promise<PublisherRow> {
  const known = await findPublisher(deps.db, publisher);
  if (known === undefined) throw notFound();
  return known;
}
