import { endGrants, updatePassword as savePassword } from "../../db/queries/accounts/profiles.ts";
import type { UserRow } from "../../db/queries/accounts/users.ts";
import { incorrectPassword, type VerifyPasswordDependencies, verifyOwnPassword } from "../auth/verify-password.ts";

type UpdatePasswordInput = {
  readonly user: UserRow;
  readonly network: string;
  readonly tokenId: number;
  readonly currentPassword: string;
  readonly password: string;
  /** True ends all other tokens of the user, and all browser sessions but the token's own. */
  readonly revokesOthers: boolean;
};

/** Changes a user's password if the current one is right. Of simultaneous changes, only one succeeds. */
export async function updatePassword(deps: VerifyPasswordDependencies, input: UpdatePasswordInput): Promise<void> {
  const { user, network, tokenId, currentPassword, password, revokesOthers } = input;
  const formerHash = await verifyOwnPassword(deps, { user, network, password: currentPassword });
  if (formerHash === undefined) throw incorrectPassword();

  const passwordHash = await deps.passwords.hash(password);
  const change = { userId: user.id, formerHash, passwordHash, revokesOthers, tokenId };
  if (!(await savePassword(deps.db, change))) throw incorrectPassword();
  if (revokesOthers) await endGrants(deps.db, { userId: user.id });
}
