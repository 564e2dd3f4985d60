import { useApi } from "../../support/use-api.ts";

export const scope = { path: "/changes/all", query: { whose: "all", country: "jp", days: "30" } };

/** Returns a function that makes a user and the requests of saved views. */
export function useViews() {
  const setUp = useApi();
  return async () => {
    const { db, api, caller } = await setUp({ requestsPerMinute: 1_000 });
    const create = (name: unknown, given: unknown = scope) => api.post("/views", { name, scope: given }, caller);
    const patch = (id: number, body: object, { token } = caller) =>
      api.request({ method: "PATCH", path: `/views/${id}`, body, token });
    const list = async () => (await api.get("/views", caller)).body.data;
    return { db, api, caller, create, patch, list };
  };
}
