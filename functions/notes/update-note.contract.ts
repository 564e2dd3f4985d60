import * as z from "zod";

import { noteTextField } from "../../lib/domain/note.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { dateParameter, ROW_ID_MAX, rowIdParameter } from "../../lib/http/parameters.ts";
import { noteResponse } from "../../lib/responses/note-response.ts";

export const updateNoteContract = defineContract({
  operation: "updateNote",
  summary: "Change the day, the app or the text of a note. Omitted fields stay unchanged.",
  tag: "notes",
  method: "PATCH",
  path: "/notes/{note_id}",
  access: "write",
  params: () => z.object({ note_id: rowIdParameter() }),
  body: () =>
    z.object({
      day: dateParameter().optional().meta({ description: "The day (UTC) that the note is about." }),
      app_id: z
        .int()
        .min(1)
        .max(ROW_ID_MAX)
        .nullable()
        .optional()
        .meta({ description: "Id of a known app. With null, the note is about no app." }),
      text: noteTextField().optional(),
    }),
  success: { status: 200, data: noteResponse },
  failures: ["not_found"],
});
