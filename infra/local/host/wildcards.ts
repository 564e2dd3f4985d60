/** Compares a text with a pattern of a policy, in which `*` matches any text and `?` any character. */
export function isLike(given: string, pattern: string): boolean {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$`).test(given);
}
