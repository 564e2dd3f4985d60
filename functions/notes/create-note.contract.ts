import * as z from "zod";

import { NOTES_MAX, noteTextField } from "../../lib/domain/note.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { dateParameter, ROW_ID_MAX } from "../../lib/http/parameters.ts";
import { noteResponse } from "../../lib/responses/note-response.ts";

export const createNoteContract = defineContract({
  operation: "createNote",
  summary: `Write a note about a day, and about an app if wanted. Each user can have up to ${NOTES_MAX} notes.`,
  tag: "notes",
  method: "POST",
  path: "/notes",
  access: "write",
  body: () =>
    z.object({
      day: dateParameter().meta({ description: "The day (UTC) that the note is about. It may be in the future." }),
      app_id: z
        .int()
        .min(1)
        .max(ROW_ID_MAX)
        .nullable()
        .default(null)
        .meta({ description: "Id of a known app. Null if the note is about no app." }),
      text: noteTextField(),
    }),
  success: { status: 201, data: noteResponse },
});
