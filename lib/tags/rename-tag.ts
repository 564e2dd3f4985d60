import type { Db } from "../../db/client.ts";
import { codeOf } from "../../db/error-code.ts";
import { renameTag as saveName } from "../../db/queries/apps/tags.ts";
import { notFound } from "../errors.ts";
import { tagExists } from "./create-tag.ts";

/** SQLSTATE unique_violation. A new name can violate only the unique index of names. */
const NAME_TAKEN = "23505";

type RenameTagInput = { readonly id: number; readonly userId: number; readonly name: string };

export async function renameTag(deps: { readonly db: Db }, input: RenameTagInput) {
  const tag = await save(deps, input);
  if (tag === undefined) throw notFound();
  return tag;
}

async function save(deps: { readonly db: Db }, input: RenameTagInput) {
  try {
    return await saveName(deps.db, input);
  } catch (error) {
    throw codeOf(error) === NAME_TAKEN ? tagExists(error) : error;
  }
}
