import { insertSession } from "../../db/queries/sessions.ts";
import { hashSecret, newTokenSecret } from "../auth/access-token.ts";
import type { AuthDependencies } from "../auth/register-user.ts";
import { verifyPassword } from "../auth/verify-password.ts";

export type OpenSessionDependencies = AuthDependencies & { readonly session: { readonly lifetimeMinutes: number } };

/** Returns the id of a new session. Only the browser's cookie holds it: the row has its digest. */
export async function openDocumentationSession(
  deps: OpenSessionDependencies,
  input: { readonly email: string; readonly password: string },
): Promise<{ readonly id: string; readonly lifetimeMinutes: number }> {
  const { lifetimeMinutes } = deps.session;
  const user = await verifyPassword(deps, input);
  const id = newTokenSecret(deps.randomBytes);
  await insertSession(deps.db, { idHash: hashSecret(id), userId: user.id, lifetimeMinutes });
  return { id, lifetimeMinutes };
}
