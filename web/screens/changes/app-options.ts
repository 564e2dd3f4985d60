import type { Option } from "../../components/fields/select-field.tsx";
import { type Platform, storeNames } from "../../format/app-path.ts";

type NamedApp = { readonly id: number; readonly name: string; readonly platform: Platform };

/** Returns each app once, by its name. The store is added to the name if two apps share it. */
export function appOptions(apps: readonly NamedApp[]): readonly Option[] {
  const once = [...new Map(apps.map((app) => [app.id, app])).values()];
  const byName = Map.groupBy(once, ({ name }) => name);
  return once
    .map(({ id, name, platform }) => {
      const isAlone = byName.get(name)?.length === 1;
      return { id: String(id), name: isAlone ? name : `${name} (${storeNames[platform]})` };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}
