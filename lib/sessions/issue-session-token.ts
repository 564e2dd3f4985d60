import { insertSessionToken } from "../../db/queries/accounts/sessions.ts";
import { formatToken, hashSecret, newTokenSecret } from "../auth/access-token.ts";
import { sessionEnded } from "../errors.ts";
import type { SessionDependencies } from "./open-session.ts";

const SESSION_TOKEN = { name: "browser session", abilities: ["read", "write"] } as const;

/** Prolongs the session and returns a token that expires with it. The page keeps the token in memory. */
export async function issueSessionToken(
  deps: Pick<SessionDependencies, "db" | "randomBytes" | "session">,
  { sessionIdHash }: { readonly sessionIdHash: Uint8Array },
) {
  const secret = newTokenSecret(deps.randomBytes);
  const token = { ...SESSION_TOKEN, secretHash: hashSecret(secret) };
  const { lifetimeMinutes } = deps.session;
  const issued = await insertSessionToken(deps.db, { sessionIdHash, lifetimeMinutes, token });

  if (issued === undefined) throw sessionEnded();
  return {
    token: formatToken({ id: issued.id, secret }),
    expires_at: issued.expires_at,
    abilities: [...SESSION_TOKEN.abilities],
  };
}
