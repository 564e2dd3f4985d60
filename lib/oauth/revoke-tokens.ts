import type { Db } from "../../db/client.ts";
import { revokeGrant } from "../../db/queries/oauth/grants.ts";
import { hashSecret, parseToken } from "../auth/access-token.ts";
import { parseRefreshToken } from "../domain/oauth.ts";

type RevokeTokens = { readonly token: string; readonly clientId: string };

/**
 * Ends the grant of a token. A token that is invalid or another client's changes nothing and is no error (RFC 7009,
 * 2.2).
 */
export async function revokeTokens({ db }: { readonly db: Db }, { token, clientId }: RevokeTokens): Promise<void> {
  const refresh = parseRefreshToken(token);
  const presented =
    refresh === undefined ? parseToken(token) : { id: refresh.id, secretHash: hashSecret(refresh.family) };
  if (presented !== undefined) await revokeGrant(db, { ...presented, clientId });
}
