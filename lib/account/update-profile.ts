import type { Db } from "../../db/client.ts";
import { codeOf } from "../../db/error-code.ts";
import { type ProfileRow, updateProfile as storeProfile } from "../../db/queries/profiles.ts";
import { emailTaken } from "../auth/register-user.ts";
import { notFound } from "../errors.ts";
import { presentProfile } from "./profile-response.ts";

/** SQLSTATE unique_violation: of the index over emails, the only one that a profile can violate. */
const EMAIL_TAKEN = "23505";

type UpdateProfileInput = {
  readonly userId: number;
  readonly name: string | undefined;
  readonly email: string | undefined;
};

/** Changes the fields that are given. Tokens stay valid, and the next login is by the new email. */
export async function updateProfile(deps: { readonly db: Db }, input: UpdateProfileInput) {
  const profile = await store(deps, input);
  if (profile === undefined) throw notFound();
  return presentProfile(profile);
}

async function store(deps: { readonly db: Db }, input: UpdateProfileInput): Promise<ProfileRow | undefined> {
  const { userId, name = null, email = null } = input;
  try {
    return await storeProfile(deps.db, { userId, name, email });
  } catch (error) {
    throw codeOf(error) === EMAIL_TAKEN ? emailTaken() : error;
  }
}
