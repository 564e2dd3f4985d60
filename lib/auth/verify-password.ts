import type { Db } from "../../db/client.ts";
import { findUserByEmail, type UserRow } from "../../db/queries/users.ts";
import { AppError } from "../errors.ts";
import type { Passwords } from "./password.ts";

/** Finds a user by email and password. An unknown email and a wrong password are refused in the same words and time. */
export async function verifyPassword(
  deps: { readonly db: Db; readonly passwords: Passwords },
  input: { readonly email: string; readonly password: string },
): Promise<UserRow> {
  const user = await findUserByEmail(deps.db, input.email);
  const isRight = await deps.passwords.matches(input.password, user?.password);
  if (user === undefined || !isRight) {
    throw new AppError("unauthenticated", "The email or the password is wrong.");
  }
  return user;
}
