import type { Db } from "../../db/client.ts";
import { deleteSession } from "../../db/queries/sessions.ts";

/** Ends a session and the tokens that it was given. */
export async function endDocumentationSession(
  deps: { readonly db: Db },
  input: { readonly sessionIdHash: Uint8Array },
): Promise<void> {
  await deleteSession(deps.db, input.sessionIdHash);
}
