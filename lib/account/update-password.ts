import { updatePassword as storePassword } from "../../db/queries/profiles.ts";
import type { UserRow } from "../../db/queries/users.ts";
import { type VerifyPasswordDependencies, verifyOwnPassword } from "../auth/verify-password.ts";
import { invalidInput } from "../errors.ts";

type UpdatePasswordInput = {
  readonly user: UserRow;
  readonly tokenId: number;
  readonly currentPassword: string;
  readonly password: string;
  /** Whether all other tokens of the user end, and all browser sessions but that of the token. */
  readonly revokesOthers: boolean;
};

/** Changes a user's password, when they know the current one. Of simultaneous changes, one succeeds. */
export async function updatePassword(deps: VerifyPasswordDependencies, input: UpdatePasswordInput): Promise<void> {
  const { user, tokenId, currentPassword, password, revokesOthers } = input;
  const formerHash = await verifyOwnPassword(deps, { user, password: currentPassword });
  if (formerHash === undefined) throw incorrectPassword();

  const passwordHash = await deps.passwords.hash(password);
  const change = { userId: user.id, formerHash, passwordHash, revokesOthers, tokenId };
  if (!(await storePassword(deps.db, change))) throw incorrectPassword();
}

function incorrectPassword() {
  return invalidInput({ current_password: ["The password is incorrect."] });
}
