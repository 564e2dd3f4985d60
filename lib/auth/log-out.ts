import type { Db } from "../../db/client.ts";
import { deleteToken } from "../../db/queries/accounts/access-tokens.ts";

export async function logOut(deps: { readonly db: Db }, input: { readonly tokenId: number }): Promise<void> {
  await deleteToken(deps.db, input);
}
