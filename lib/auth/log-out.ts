import type { Db } from "../../db/client.ts";
import { deleteToken } from "../../db/queries/accounts/access-tokens.ts";

/** Revokes one token. The user's other tokens stay valid. */
export async function logOut(deps: { readonly db: Db }, input: { readonly tokenId: number }): Promise<void> {
  await deleteToken(deps.db, input);
}
