import type { Db } from "../../db/client.ts";
import { listTrackedAppsOfPublisher } from "../../db/queries/apps/app-summaries.ts";
import type { StorePublisher } from "../../db/queries/apps/publishers.ts";
import { PUBLISHER_APPS_MAX } from "../domain/publisher.ts";
import { getKnownPublisher } from "./known-publisher.ts";

type ShowPublisherInput = { readonly publisher: StorePublisher; readonly userId: number };

export async function showPublisher(deps: { readonly db: Db }, { publisher, userId }: ShowPublisherInput) {
  const known = await getKnownPublisher(deps, publisher);
  const apps = await listTrackedAppsOfPublisher(deps.db, {
    userId,
    publisherId: known.id,
    limit: PUBLISHER_APPS_MAX,
  });
  return { publisher: known, apps };
}
