import { endpoint } from "../../lib/http/endpoint.ts";
import { createNote } from "../../lib/notes/create-note.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { createNoteContract } from "./create-note.contract.ts";

export const handler = endpoint(createNoteContract, endpointDependencies, async (deps, { body, user }) => ({
  data: await createNote(deps, { userId: user.id, day: body.day, appId: body.app_id, text: body.text }),
}));
