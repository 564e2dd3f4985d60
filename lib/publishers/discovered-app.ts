import type { DiscoveredApp } from "../../db/queries/charts/discovery.ts";
import type { PublisherApp } from "../stores/records.ts";

type Publisher = { readonly external_id: string; readonly name: string };

/** Returns an app of a publisher's list with the requested publisher. Its name is the list's if the list has its id. */
export function appOfPublisher({ external_id, name }: Publisher, app: PublisherApp): DiscoveredApp {
  const publisher_name = app.publisher_external_id === external_id ? app.publisher_name : name;
  return { ...app, publisher_external_id: external_id, publisher_name };
}
