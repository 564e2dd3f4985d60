import type { Data } from "../../client/operation-types.ts";

export type StoreApp = Data<"listPublisherStoreApps">[number];

/** The service's maximum for one import. */
export const IMPORT_MAX = 50;

export function changeChoice(ids: readonly string[], id: string, isChosen: boolean): readonly string[] {
  const others = ids.filter((one) => one !== id);
  return isChosen && others.length < IMPORT_MAX ? [...others, id] : others;
}

export function shownApps(
  apps: readonly StoreApp[],
  { search, isHidingTracked }: { readonly search: string; readonly isHidingTracked: boolean },
): StoreApp[] {
  const part = search.trim().toLowerCase();
  return apps.filter(
    ({ name, external_id: id, is_tracked: isTracked }) =>
      !(isHidingTracked && isTracked) && (name.toLowerCase().includes(part) || id.toLowerCase().includes(part)),
  );
}
