/** Returns the name of the bundle of an entry. */
export function bundleName(entry: string): string {
  return entry.replace(/\.ts$/, "").replaceAll("/", "-");
}
