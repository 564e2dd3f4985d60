import { insertSession, type SessionLifetime } from "../../db/queries/accounts/sessions.ts";
import { hashSecret, newTokenSecret } from "../auth/access-token.ts";
import type { AuthDependencies } from "../auth/register-user.ts";
import { type Login, verifyPassword } from "../auth/verify-password.ts";

export type SessionDependencies = AuthDependencies & { readonly session: SessionLifetime };

export type OpenedSession = { readonly id: string; readonly lifetimeMaxDays: number };

export async function openSession(deps: SessionDependencies, input: Login): Promise<OpenedSession> {
  const { lifetimeMinutes, lifetimeMaxDays } = deps.session;
  const user = await verifyPassword(deps, input);
  const id = newTokenSecret(deps.randomBytes);
  await insertSession(deps.db, { idHash: hashSecret(id), userId: user.id, lifetimeMinutes, lifetimeMaxDays });
  return { id, lifetimeMaxDays };
}
