export type RedirectPlace = { readonly kind: "site" | "computer" | "program"; readonly name: string };

/** Returns the place to which the user of an assistant returns, in words. */
export function describePlace({ kind, name }: RedirectPlace): string {
  if (kind === "site") return name;
  return kind === "computer" ? "a program on this computer" : `the program that opens links of “${name}:”`;
}
