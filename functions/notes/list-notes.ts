import { endpoint } from "../../lib/http/endpoint.ts";
import { listNotes } from "../../lib/notes/list-notes.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { listNotesContract } from "./list-notes.contract.ts";

export const handler = endpoint(listNotesContract, endpointDependencies, async (deps, { query, user }) => ({
  page: await listNotes(deps, {
    userId: user.id,
    from: query.from,
    to: query.to,
    appId: query.app_id,
    page: { page: query.page, perPage: query.per_page, afterId: query.after_id },
  }),
}));
