import type { Db } from "../../db/client.ts";
import { deleteApiToken } from "../../db/queries/accounts/api-tokens.ts";
import { notFound } from "../errors.ts";

type RevokeApiTokenInput = { readonly id: number; readonly userId: number };

export async function revokeApiToken(deps: { readonly db: Db }, input: RevokeApiTokenInput): Promise<void> {
  if (!(await deleteApiToken(deps.db, input))) throw notFound();
}
