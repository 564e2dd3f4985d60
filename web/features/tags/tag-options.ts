type Tag = { readonly id: number; readonly name: string };

/** Returns the tags that can be chosen. A chosen one that was deleted can still be taken off. */
export function tagOptions(tags: readonly Tag[], chosen: readonly string[]) {
  const options = tags.map(({ id, name }) => ({ id: String(id), name }));
  const deleted = chosen.filter((id) => options.every((option) => option.id !== id));
  return [...options, ...deleted.map((id) => ({ id, name: "Deleted tag" }))];
}
