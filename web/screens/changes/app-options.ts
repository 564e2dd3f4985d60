import type { Option } from "../../components/fields/select-field.tsx";

type Named = { readonly id: number; readonly name: string };

/** Returns each app once, by its name. */
export function appOptions(apps: readonly Named[]): readonly Option[] {
  const names = new Map(apps.map(({ id, name }) => [String(id), name]));
  return [...names].map(([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}
