import { endpoint } from "../../lib/http/endpoint.ts";
import { deleteNote } from "../../lib/notes/delete-note.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { deleteNoteContract } from "./delete-note.contract.ts";

export const handler = endpoint(deleteNoteContract, endpointDependencies, async (deps, { params, user }) => {
  await deleteNote(deps, { id: params.note_id, userId: user.id });
  return {};
});
