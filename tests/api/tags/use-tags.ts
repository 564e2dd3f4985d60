import type { Caller } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";
import type { App } from "../../support/factories.ts";
import { createTracked } from "../../support/followed-apps.ts";
import { useApi } from "../../support/use-api.ts";

/** Returns a function that makes a user with a tracked app, and the requests of tags. */
export function useTags(database = useDatabase()) {
  const setUp = useApi(database);
  return async () => {
    const { db, api, caller } = await setUp({ requestsPerMinute: 1_000 });
    const create = async (name: string, by: Caller = caller): Promise<number> =>
      (await api.post("/tags", { name }, by)).body.data.id;
    const put = (app: App, tag: number, { token } = caller) =>
      api.request({ method: "PUT", path: `/apps/ios/${app.externalId}/tags/${tag}`, token });
    const remove = (app: App, tag: number, by = caller) => api.delete(`/apps/ios/${app.externalId}/tags/${tag}`, by);
    const list = async (by = caller) => (await api.get("/tags", by)).body.data;
    const tagsOf = async (app: App, by = caller): Promise<readonly string[]> =>
      (await api.get(`/apps/ios/${app.externalId}`, by)).body.data.tags.map(({ name }: { name: string }) => name);
    return { db, api, caller, create, put, remove, list, tagsOf, app: await createTracked(db, caller.user.id) };
  };
}
