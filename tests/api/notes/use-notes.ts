import { createApp } from "../../support/factories.ts";
import { useApi } from "../../support/use-api.ts";

export const TODAY = "2026-03-31";

export const textsOf = (notes: readonly { text: string }[]) => notes.map(({ text }) => text);

/** Returns a function that makes a user, an app and the requests of notes. */
export function useNotes() {
  const setUp = useApi();
  return async () => {
    const { db, api, caller } = await setUp({ now: () => new Date(`${TODAY}T12:00:00Z`), requestsPerMinute: 1_000 });
    const create = (body: object, by = caller) => api.post("/notes", { day: TODAY, text: "A note.", ...body }, by);
    const patch = (id: number, body: object, { token } = caller) =>
      api.request({ method: "PATCH", path: `/notes/${id}`, body, token });
    const list = async (query = "") => (await api.get(`/notes${query}`, caller)).body;
    return { db, api, caller, create, patch, list, app: await createApp(db, { name: "App" }) };
  };
}
