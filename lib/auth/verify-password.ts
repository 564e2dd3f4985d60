import type { Db } from "../../db/client.ts";
import { loginAttempts, ownAttempts, type PasswordAttempts } from "../../db/queries/password-attempts.ts";
import { findUserByEmail, type UserRow } from "../../db/queries/users.ts";
import { passwordForms } from "../domain/account-fields.ts";
import { PASSWORD_ATTEMPTS_MAX, PASSWORD_WINDOW_MINUTES } from "../domain/password-attempts.ts";
import { AppError } from "../errors.ts";
import type { Passwords } from "./password.ts";

export type VerifyPasswordDependencies = { readonly db: Db; readonly passwords: Passwords };

/**
 * Returns the user with this email and password. An unknown email and a wrong password give the same error after the
 * same number of comparisons, which depends only on the password that was sent, and both are limited alike.
 */
export async function verifyPassword(
  deps: VerifyPasswordDependencies,
  input: { readonly email: string; readonly password: string },
): Promise<UserRow> {
  const { email, password } = input;
  const found = await tryPassword(deps, { attempts: loginAttempts, account: { email }, email, password });
  if (found === undefined) throw new AppError("unauthenticated", "The email or the password is wrong.");
  return { id: found.id, name: found.name, email: found.email };
}

/** Returns the stored hash of a signed-in user's password, or undefined when the password is another one. */
export async function verifyOwnPassword(
  deps: VerifyPasswordDependencies,
  input: { readonly user: UserRow; readonly password: string },
): Promise<string | undefined> {
  const { user, password } = input;
  const account = { userId: user.id };
  const found = await tryPassword(deps, { attempts: ownAttempts, account, email: user.email, password });
  return found?.id === user.id ? found.password : undefined;
}

type Attempt<Account extends object> = {
  readonly attempts: PasswordAttempts<Account>;
  /** Whose attempts are counted. */
  readonly account: Account;
  readonly email: string;
  readonly password: string;
};

/** Returns the user if the password is right. Throws a 429 after too many wrong ones, without comparing it. */
async function tryPassword<Account extends object>(
  deps: VerifyPasswordDependencies,
  { attempts, account, email, password }: Attempt<Account>,
): Promise<(UserRow & { readonly password: string }) | undefined> {
  const counted = await attempts.count(deps.db, account);
  if (counted.attempts > PASSWORD_ATTEMPTS_MAX) throw tooManyAttempts(counted.secondsLeft);

  const user = await findUserByEmail(deps.db, { email });
  for (const form of passwordForms(password)) {
    const isRight = await deps.passwords.matches(form, user?.password);
    if (!isRight || user === undefined) continue;
    await attempts.takeBack(deps.db, account);
    return user;
  }
  return undefined;
}

function tooManyAttempts(retryAfterSeconds: number): AppError {
  const detail = `More than ${PASSWORD_ATTEMPTS_MAX} wrong passwords in ${PASSWORD_WINDOW_MINUTES} minutes.`;
  return new AppError("rate_limited", detail, { retryAfterSeconds });
}
