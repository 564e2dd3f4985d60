import * as z from "zod";

import type { Db } from "../../db/client.ts";
import { insertUserWithoutSession } from "../../db/queries/accounts/users.ts";
import type { Passwords } from "../auth/password.ts";
import { emailField, nameField, newPasswordField } from "../domain/account-fields.ts";
import { newPassword } from "./new-password.ts";
import { OperationRejected } from "./operation.ts";

export const createUserEvent = () =>
  z.strictObject({
    name: nameField(),
    email: emailField(),
    /** Default: a random one, which is returned. */
    password: newPasswordField().optional(),
  });

export type CreateUserDependencies = {
  readonly db: Db;
  readonly passwords: Pick<Passwords, "hash">;
  readonly randomBytes: (size: number) => Buffer;
};

/** Creates a user, even with closed registration. A generated password is returned and should be changed at once. */
export async function createUser(deps: CreateUserDependencies, event: z.output<ReturnType<typeof createUserEvent>>) {
  const { name, email, password = newPassword(deps.randomBytes) } = event;
  const passwordHash = await deps.passwords.hash(password);
  const created = await insertUserWithoutSession(deps.db, { name, email, passwordHash });
  if (created === undefined) throw new OperationRejected(`A user has the e-mail address ${email} already.`);
  return { id: created.id, email: created.email, ...(event.password === undefined ? { password } : {}) };
}
