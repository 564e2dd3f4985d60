import type { Db } from "../../db/client.ts";
import { findRelatedApps } from "../../db/queries/facts/related-apps.ts";
import type { RelatedKind } from "../domain/fact.ts";
import type { StoreApp } from "../domain/platform.ts";
import { notFound } from "../errors.ts";

export async function showSimilarApps(deps: { readonly db: Db }, app: StoreApp) {
  const found = await findRelatedApps(deps.db, app);
  if (found === undefined) throw notFound();
  const ofKind = (kind: RelatedKind) => found.lists.find((list) => list.kind === kind) ?? null;
  return { similar: ofKind("similar"), more_by_publisher: ofKind("more_by_publisher") };
}
