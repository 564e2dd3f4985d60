import type { Db } from "../../db/client.ts";
import { insertTag } from "../../db/queries/apps/tags.ts";
import { TAGS_MAX } from "../domain/tag.ts";
import { AppError, invalidInput } from "../errors.ts";

type CreateTagInput = { readonly userId: number; readonly name: string };

export async function createTag(deps: { readonly db: Db }, input: CreateTagInput) {
  const tag = await insertTag(deps.db, input);
  if (tag === "full") throw invalidInput({ name: [`There must not be more than ${TAGS_MAX} tags.`] });
  if (tag === "exists") throw tagExists();
  return tag;
}

export function tagExists(cause?: unknown): AppError {
  return new AppError("conflict", "A tag with this name exists already.", { cause });
}
