/** Returns null for a filter that is not given, as an empty one is. */
export function listIfAny<Item>(list: readonly Item[] | undefined): readonly Item[] | null {
  return list === undefined || list.length === 0 ? null : list;
}
