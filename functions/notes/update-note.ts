import { endpoint } from "../../lib/http/endpoint.ts";
import { updateNote } from "../../lib/notes/update-note.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { updateNoteContract } from "./update-note.contract.ts";

export const handler = endpoint(updateNoteContract, endpointDependencies, async (deps, { params, body, user }) => ({
  data: await updateNote(deps, {
    id: params.note_id,
    userId: user.id,
    day: body.day,
    appId: body.app_id,
    text: body.text,
  }),
}));
