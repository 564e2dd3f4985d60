/** Returns the chosen countries in the order in which they were chosen. The last one cannot be left out. */
export function nextCountries(before: readonly string[], selected: readonly string[]): readonly string[] {
  if (selected.length === 0) return before;
  return [...before.filter((code) => selected.includes(code)), ...selected.filter((code) => !before.includes(code))];
}
