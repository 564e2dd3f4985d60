import type { Db } from "../../db/client.ts";
import { rememberAddress } from "../../db/queries/accounts/known-addresses.ts";
import {
  ADDRESS_ATTEMPTS_MAX,
  loginAttempts,
  ownAttempts,
  PASSWORD_WINDOW_MINUTES,
  type PasswordAttempts,
  UNKNOWN_ATTEMPTS_MAX,
} from "../../db/queries/accounts/password-attempts.ts";
import { findUserByEmail, type UserRow } from "../../db/queries/accounts/users.ts";
import { passwordForms } from "../domain/account-fields.ts";
import { AppError, invalidInput } from "../errors.ts";
import type { Passwords } from "./password.ts";

export type VerifyPasswordDependencies = { readonly db: Db; readonly passwords: Passwords };

export type Login = {
  readonly email: string;
  readonly password: string;
  readonly network: string;
};

/**
 * Returns the user with this email and password, and records the login's address. For an unknown email and a wrong
 * password, error, number of comparisons and limits are the same.
 */
export async function verifyPassword(deps: VerifyPasswordDependencies, login: Login): Promise<UserRow> {
  const found = await tryPassword(deps, { ...login, attempts: loginAttempts, name: login.email });
  if (found === undefined) throw new AppError("unauthenticated", "The email or the password is wrong.");
  await rememberAddress(deps.db, { userId: found.id, network: login.network });
  return { id: found.id, name: found.name, email: found.email };
}

export async function verifyOwnPassword(
  deps: VerifyPasswordDependencies,
  input: { readonly user: UserRow; readonly password: string; readonly network: string },
): Promise<string | undefined> {
  const { user, password, network } = input;
  const attempt = { attempts: ownAttempts, name: String(user.id), email: user.email, password, network };
  const found = await tryPassword(deps, attempt);
  return found?.id === user.id ? found.password : undefined;
}

export function incorrectPassword(): AppError {
  return invalidInput({ current_password: ["The password is incorrect."] });
}

type Attempt = Login & {
  readonly attempts: PasswordAttempts;
  readonly name: string;
};

/** Returns the user if the password is right. After too many wrong ones, throws a 429 without a comparison. */
async function tryPassword(
  deps: VerifyPasswordDependencies,
  { attempts, name, email, password, network }: Attempt,
): Promise<(UserRow & { readonly password: string }) | undefined> {
  const user = await findUserByEmail(deps.db, { email });
  const counted = await attempts.count(deps.db, { name, network, userId: user?.id ?? null });
  const { unknown_attempts: unknown, unknown_seconds_left: unknownSecondsLeft } = counted;
  if (counted.attempts > ADDRESS_ATTEMPTS_MAX) throw tooManyAttempts(ADDRESS_ATTEMPTS_MAX, counted.seconds_left);
  if ((unknown ?? 0) > UNKNOWN_ATTEMPTS_MAX) throw tooManyAttempts(UNKNOWN_ATTEMPTS_MAX, unknownSecondsLeft ?? 0);

  for (const form of passwordForms(password)) {
    const isRight = await deps.passwords.matches(form, user?.password);
    if (!isRight || user === undefined) continue;
    await attempts.takeBack(deps.db, { name, network, wasUnknown: unknown !== null });
    return user;
  }
  return undefined;
}

function tooManyAttempts(max: number, retryAfterSeconds: number): AppError {
  const detail = `More than ${max} wrong passwords in ${PASSWORD_WINDOW_MINUTES} minutes.`;
  return new AppError("rate_limited", detail, { retryAfterSeconds });
}
