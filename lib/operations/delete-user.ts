import * as z from "zod";

import type { Db } from "../../db/client.ts";
import { deleteUserByEmail } from "../../db/queries/accounts/profiles.ts";
import type { Log } from "../runtime/log.ts";
import { OperationRejected } from "./operation.ts";

export const deleteUserEvent = z.strictObject({ email: z.email() });

export type DeleteUserDependencies = { readonly db: Db; readonly log: Log };

/** Deletes a user with all their rows. The log has the id, to repeat the deletion after a restore. */
export async function deleteUser({ db, log }: DeleteUserDependencies, { email }: z.output<typeof deleteUserEvent>) {
  const deleted = await deleteUserByEmail(db, { email });
  if (deleted === undefined) throw new OperationRejected(`No user has the e-mail address ${email}.`);
  log.info("user.deleted", { userId: deleted.id });
  return { email, deleted: true };
}
