import * as z from "zod";

import type { Db } from "../../db/client.ts";
import { endGrants, resetPassword as savePassword } from "../../db/queries/accounts/profiles.ts";
import type { Passwords } from "../auth/password.ts";
import { newPassword } from "./new-password.ts";
import { OperationRejected } from "./operation.ts";

export const resetPasswordEvent = z.strictObject({
  email: z.email(),
  revoke_tokens: z.boolean().default(false),
});

export type ResetPasswordDependencies = {
  readonly db: Db;
  readonly passwords: Pick<Passwords, "hash">;
  readonly randomBytes: (size: number) => Buffer;
};

/** Sets and returns a new password for a user who lost theirs. The user should change it at once. */
export async function resetPassword(deps: ResetPasswordDependencies, event: z.output<typeof resetPasswordEvent>) {
  const { email, revoke_tokens: revokes } = event;
  const password = newPassword(deps.randomBytes);
  const changed = await savePassword(deps.db, { email, revokes, passwordHash: await deps.passwords.hash(password) });
  if (changed === undefined) throw new OperationRejected(`No user has the e-mail address ${email}.`);
  if (revokes) await endGrants(deps.db, { userId: changed.id });
  return { email: changed.email, password, revoked_tokens: changed.revoked_tokens };
}
