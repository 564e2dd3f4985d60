import { parseArgs } from "node:util";

export function takeOption(args: readonly string[], name: string, short?: string) {
  const { values, tokens } = parseArgs({
    args: [...args],
    options: { [name]: { type: "string", multiple: true, ...(short ? { short } : {}) } },
    strict: false,
    tokens: true,
  });
  const found = tokens.flatMap((token) => (token.kind === "option" && token.name === name ? [token] : []));
  const others = found
    .toReversed()
    .reduce<readonly string[]>((left, { index, inlineValue }) => left.toSpliced(index, inlineValue ? 1 : 2), args);
  return { values: [values[name] ?? []].flat().filter((value) => typeof value === "string"), others };
}

export function profileOf(options: readonly string[]): string | undefined {
  const { values } = parseArgs({ args: [...options], options: { profile: { type: "string" } }, strict: false });
  return typeof values.profile === "string" ? values.profile : undefined;
}
