import type { Db } from "../../db/client.ts";
import { deleteSession } from "../../db/queries/accounts/sessions.ts";

export async function endSession(
  deps: { readonly db: Db },
  input: { readonly sessionIdHash: Uint8Array },
): Promise<void> {
  await deleteSession(deps.db, { idHash: input.sessionIdHash });
}
