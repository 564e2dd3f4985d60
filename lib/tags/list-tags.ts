import type { Db } from "../../db/client.ts";
import { listTags as findTags } from "../../db/queries/apps/tags.ts";

export function listTags(deps: { readonly db: Db }, { userId }: { readonly userId: number }) {
  return findTags(deps.db, { userId });
}
