import * as z from "zod";

import { defineContract } from "../../lib/http/contract.ts";
import { rowIdParameter } from "../../lib/http/parameters.ts";

export const deleteNoteContract = defineContract({
  operation: "deleteNote",
  summary: "Delete a note.",
  tag: "notes",
  method: "DELETE",
  path: "/notes/{note_id}",
  access: "write",
  params: () => z.object({ note_id: rowIdParameter() }),
  success: { status: 204 },
  failures: ["not_found"],
});
