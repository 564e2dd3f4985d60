/** Returns a whole number with commas, as in 10,000. `toLocaleString` loads tables of languages at its first call. */
export function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}
