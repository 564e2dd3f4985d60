/** The one form of a publisher's id, whichever page it was read from: the name, spaces as `+`, reserved characters encoded. */
export function publisherId(name: string): string {
  return name.replace(/[+%/?#\\]/g, encodeURIComponent).replaceAll(" ", "+");
}
