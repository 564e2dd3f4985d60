import * as z from "zod";

import type { Db } from "../../db/client.ts";
import { deleteUserByEmail } from "../../db/queries/profiles.ts";
import { OperationRejected } from "./operation.ts";

export const deleteUserEvent = z.strictObject({ email: z.email() });

/** Deletes a user with all their rows, as DELETE /account/profile does. */
export async function deleteUser(deps: { readonly db: Db }, { email }: z.output<typeof deleteUserEvent>) {
  const isDeleted = await deleteUserByEmail(deps.db, { email });
  if (!isDeleted) throw new OperationRejected(`No user has the e-mail address ${email}.`);
  return { email, deleted: true };
}
