import * as z from "zod";

import type { Db } from "../../db/client.ts";
import { insertSessionToken } from "../../db/queries/sessions.ts";
import { formatToken, hashSecret, newTokenSecret } from "../auth/access-token.ts";
import { presentUnixTime, timestamp } from "../http/response-schemas.ts";
import { sessionEnded } from "../http/session-cookie.ts";

export const sessionTokenResponse = z.object({ token: z.string(), expires_at: timestamp });

const SESSION_TOKEN = { name: "documentation", abilities: ["read", "write"] } as const;

/** A token that ends with the session. The page keeps it in memory. */
export async function issueSessionToken(
  deps: { readonly db: Db; readonly randomBytes: (size: number) => Buffer },
  input: { readonly sessionIdHash: Uint8Array },
): Promise<z.input<typeof sessionTokenResponse>> {
  const secret = newTokenSecret(deps.randomBytes);
  const token = { ...SESSION_TOKEN, secretHash: hashSecret(secret) };
  const issued = await insertSessionToken(deps.db, { ...input, token });

  if (issued === undefined) throw sessionEnded();
  const expiresAt = presentUnixTime(issued.expiresAt);
  return { token: formatToken({ id: issued.id, secret }), expires_at: expiresAt };
}
