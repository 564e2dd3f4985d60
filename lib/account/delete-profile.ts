import { deleteUser } from "../../db/queries/accounts/profiles.ts";
import type { UserRow } from "../../db/queries/accounts/users.ts";
import { type VerifyPasswordDependencies, verifyOwnPassword } from "../auth/verify-password.ts";
import { invalidInput } from "../errors.ts";

type DeleteProfileInput = { readonly user: UserRow; readonly network: string; readonly password: string };

export async function deleteProfile(deps: VerifyPasswordDependencies, input: DeleteProfileInput): Promise<void> {
  const hash = await verifyOwnPassword(deps, input);
  if (hash === undefined) throw invalidInput({ password: ["The password is incorrect."] });
  await deleteUser(deps.db, { userId: input.user.id });
}
