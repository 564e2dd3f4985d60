import { codeOf } from "../../db/error-code.ts";
import { updateProfile as saveProfile } from "../../db/queries/accounts/profiles.ts";
import type { UserRow } from "../../db/queries/accounts/users.ts";
import { emailTaken } from "../auth/register-user.ts";
import { incorrectPassword, type VerifyPasswordDependencies, verifyOwnPassword } from "../auth/verify-password.ts";
import { invalidInput, notFound } from "../errors.ts";

/** SQLSTATE unique_violation. A profile can violate only the unique index of emails. */
const EMAIL_TAKEN = "23505";

type UpdateProfileInput = {
  readonly user: UserRow;
  readonly network: string;
  readonly name: string | undefined;
  readonly email: string | undefined;
  readonly currentPassword: string | undefined;
};

/** Changes the given fields. Tokens stay valid. A new email needs the password, because the next login uses it. */
export async function updateProfile(deps: VerifyPasswordDependencies, input: UpdateProfileInput) {
  if (input.email !== undefined && input.email !== input.user.email) await requirePassword(deps, input);
  const profile = await save(deps, input);
  if (profile === undefined) throw notFound();
  return profile;
}

async function requirePassword(deps: VerifyPasswordDependencies, input: UpdateProfileInput): Promise<void> {
  const { user, network, currentPassword } = input;
  if (currentPassword === undefined) {
    throw invalidInput({ current_password: ["The current password field is required to change the email."] });
  }
  const hash = await verifyOwnPassword(deps, { user, network, password: currentPassword });
  if (hash === undefined) throw incorrectPassword();
}

async function save(deps: VerifyPasswordDependencies, input: UpdateProfileInput) {
  const { user, name = null, email = null } = input;
  try {
    return await saveProfile(deps.db, { userId: user.id, name, email });
  } catch (error) {
    throw codeOf(error) === EMAIL_TAKEN ? emailTaken() : error;
  }
}
