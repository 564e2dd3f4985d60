/** What the bundle of an entry is called. */
export function bundleName(entry: string): string {
  return entry.replace(/\.ts$/, "").replaceAll("/", "-");
}
