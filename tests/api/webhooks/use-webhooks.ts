import type { createApi } from "../../support/api.ts";
import { useApi } from "../../support/use-api.ts";

export const webhook = { name: "Chat", url: "https://receiver.example/hook", scope: { kind: "mine" } };

/** Returns a function that makes a user and the requests of webhooks. */
export function useWebhooks() {
  const setUp = useApi();
  return async (overrides: Parameters<typeof createApi>[1] = {}) => {
    const { db, api, caller } = await setUp({ requestsPerMinute: 1_000, ...overrides });
    const create = (body: object = {}, by = caller) => api.post("/webhooks", { ...webhook, ...body }, by);
    const created = async (body: object = {}): Promise<number> => (await create(body)).body.data.id;
    const patch = (id: number, body: object, { token } = caller) =>
      api.request({ method: "PATCH", path: `/webhooks/${id}`, body, token });
    const post = (id: number, rest: string, body?: object, by = caller) =>
      api.post(`/webhooks/${id}/${rest}`, body, by);
    const list = async () => (await api.get("/webhooks", caller)).body.data;
    const deliveries = async (id: number, query = "") =>
      (await api.get(`/webhooks/${id}/deliveries${query}`, caller)).body;
    return { db, api, caller, create, created, patch, post, list, deliveries };
  };
}
