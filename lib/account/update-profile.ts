import { codeOf } from "../../db/error-code.ts";
import { updateProfile as saveProfile } from "../../db/queries/accounts/profiles.ts";
import type { UserRow } from "../../db/queries/accounts/users.ts";
import { requestConfirmation } from "../../db/queries/webhooks/mail-addresses.ts";
import { type AuthDependencies, emailTaken } from "../auth/register-user.ts";
import { incorrectPassword, type VerifyPasswordDependencies, verifyOwnPassword } from "../auth/verify-password.ts";
import type { Ability } from "../domain/api-token.ts";
import { CONFIRMATION_SECRET_BYTES } from "../domain/mail.ts";
import { invalidInput, notFound } from "../errors.ts";
import { presentProfile } from "./profile-response.ts";

/** SQLSTATE unique_violation. A profile can violate only the unique index of emails. */
const EMAIL_TAKEN = "23505";

type UpdateProfileInput = {
  readonly user: UserRow & { readonly abilities: readonly Ability[] };
  readonly network: string;
  readonly name: string | undefined;
  readonly email: string | undefined;
  readonly currentPassword: string | undefined;
};

type UpdateProfileDependencies = VerifyPasswordDependencies & Pick<AuthDependencies, "randomBytes">;

/**
 * Changes the given fields. Tokens stay valid. A new email needs the password, because the next login uses it, and is
 * confirmed again before alerts go there.
 */
export async function updateProfile(deps: UpdateProfileDependencies, input: UpdateProfileInput) {
  const isMoved = input.email !== undefined && input.email !== input.user.email;
  if (isMoved) await requirePassword(deps, input);
  const profile = await save(deps, input);
  if (profile === undefined) throw notFound();
  if (isMoved) {
    const secret = deps.randomBytes(CONFIRMATION_SECRET_BYTES);
    await requestConfirmation(deps.db, { userId: input.user.id, endpointId: null, secret });
  }
  return presentProfile(profile, input.user.abilities);
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
