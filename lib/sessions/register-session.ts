import { findUserByEmail, insertUserWithSession } from "../../db/queries/accounts/users.ts";
import { hashSecret, newTokenSecret } from "../auth/access-token.ts";
import { emailTaken, type Registration, type RegistrationSetting } from "../auth/register-user.ts";
import { registrationClosed } from "../errors.ts";
import type { OpenedSession, SessionDependencies } from "./open-session.ts";

/** Creates a user and returns their first session. Of concurrent requests for one email, exactly one succeeds. */
export async function registerSession(
  deps: SessionDependencies & RegistrationSetting,
  input: Registration,
): Promise<OpenedSession> {
  const { name, email, network } = input;
  if (deps.registration === "closed") throw registrationClosed();
  const { lifetimeMinutes, lifetimeMaxDays } = deps.session;
  if ((await findUserByEmail(deps.db, { email })) !== undefined) throw emailTaken();

  const passwordHash = await deps.passwords.hash(input.password);
  const id = newTokenSecret(deps.randomBytes);
  const user = { name, email, network, passwordHash, sessionIdHash: hashSecret(id), lifetimeMinutes, lifetimeMaxDays };
  if ((await insertUserWithSession(deps.db, user)) === undefined) throw emailTaken();
  return { id, lifetimeMaxDays };
}
