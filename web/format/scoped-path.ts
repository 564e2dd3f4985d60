/** Keys of the address that follow from screen to screen. A link that names one of a group keeps its own group. */
const groups = [["whose"], ["country"], ["days", "from", "to"], ["vs"], ["rivals"], ["tags"]] as const;

/** Returns a path with the scope of the current address, which the search part of the address names. */
export function withScope(path: string, search: string): string {
  const [beforeHash = "", hash] = path.split("#");
  const [pathname = "", ownSearch = ""] = beforeHash.split("?");
  const current = new URLSearchParams(search);
  const next = new URLSearchParams(ownSearch);
  for (const group of groups) {
    if (group.some((key) => next.has(key))) continue;
    for (const key of group) {
      const value = current.get(key);
      if (value !== null) next.set(key, value);
    }
  }
  // If no part of the scope is added, the link keeps the text of its own address.
  const isSame = next.size === new URLSearchParams(ownSearch).size;
  const query = isSame ? ownSearch : next.toString();
  return `${pathname}${query && `?${query}`}${hash === undefined ? "" : `#${hash}`}`;
}
