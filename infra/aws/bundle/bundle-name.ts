export function bundleName(entry: string): string {
  return entry.replace(/\.ts$/, "").replaceAll("/", "-");
}
