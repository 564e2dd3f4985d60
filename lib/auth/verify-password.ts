import type { Db } from "../../db/client.ts";
import { findUserByEmail, type UserRow } from "../../db/queries/users.ts";
import { passwordForms } from "../domain/account-fields.ts";
import { AppError } from "../errors.ts";
import type { Passwords } from "./password.ts";

/**
 * Returns the user with this email and password. An unknown email and a wrong password give the same error after the
 * same number of comparisons, which depends only on the password that was sent.
 */
export async function verifyPassword(
  deps: { readonly db: Db; readonly passwords: Passwords },
  input: { readonly email: string; readonly password: string },
): Promise<UserRow> {
  const user = await findUserByEmail(deps.db, { email: input.email });
  for (const form of passwordForms(input.password)) {
    const isRight = await deps.passwords.matches(form, user?.password);
    if (isRight && user !== undefined) return user;
  }
  throw new AppError("unauthenticated", "The email or the password is wrong.");
}
