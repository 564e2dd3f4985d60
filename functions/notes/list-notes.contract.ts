import * as z from "zod";

import { defineContract } from "../../lib/http/contract.ts";
import { dateParameter, keyedPageParameters, rowIdParameter } from "../../lib/http/parameters.ts";
import { noteResponse } from "../../lib/responses/note-response.ts";

export const listNotesContract = defineContract({
  operation: "listNotes",
  summary: "List the caller's notes, those of the latest day first.",
  tag: "notes",
  method: "GET",
  path: "/notes",
  access: "read",
  query: () =>
    z.object({
      from: dateParameter().optional().meta({ description: "First day (UTC)." }),
      to: dateParameter().optional().meta({ description: "Last day (UTC)." }),
      app_id: rowIdParameter()
        .optional()
        .meta({ description: "Return only notes of this app. Notes without an app are left out." }),
      ...keyedPageParameters(),
    }),
  success: { status: 200, page: noteResponse },
});
