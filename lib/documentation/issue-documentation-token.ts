import type { Db } from "../../db/client.ts";
import { insertSessionToken } from "../../db/queries/sessions.ts";
import { formatToken, hashSecret, newTokenSecret } from "../auth/access-token.ts";
import { presentUnixTime } from "../domain/timestamp.ts";
import { sessionEnded } from "../errors.ts";

const SESSION_TOKEN = { name: "documentation", abilities: ["read", "write"] } as const;

/** Returns a token that expires with the session. The page keeps it in memory. */
export async function issueDocumentationToken(
  deps: { readonly db: Db; readonly randomBytes: (size: number) => Buffer },
  input: { readonly sessionIdHash: Uint8Array },
) {
  const secret = newTokenSecret(deps.randomBytes);
  const token = { ...SESSION_TOKEN, secretHash: hashSecret(secret) };
  const issued = await insertSessionToken(deps.db, { ...input, token });

  if (issued === undefined) throw sessionEnded();
  const expiresAt = presentUnixTime(issued.expiresAt);
  return { token: formatToken({ id: issued.id, secret }), expires_at: expiresAt };
}
