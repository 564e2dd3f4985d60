import type { Files } from "./imports.ts";

/**
 * Returns the exported SQL values, and functions that return one, that name a column of an alias of their file that
 * nothing in their own text introduces: whoever uses one has to have a row of that name. Statements are no SQL values.
 */
export function freeFragments(files: Files): readonly string[] {
  return [...files].flatMap(([path, text]) => {
    const code = text.replace(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
    const aliases = [...code.matchAll(/^(?:export )?const (\w+) = alias\(/gm)].map(([, name = ""]) => name);
    return declarationsOf(code)
      .filter(({ body }) => aliases.some((alias) => names(body, alias) && !introduces(body, alias)))
      .map(({ name }) => `${path}: ${name}`);
  });
}

/** Code is formatted, so a declaration begins at the start of a line and ends where the next one does. */
function declarationsOf(code: string): readonly { readonly name: string; readonly body: string }[] {
  return code.split(/^(?=(?:export|const|function|async|type|import)\b)/m).flatMap((body) => {
    const [, name] = /^export (?:const|function) (\w+)/.exec(body) ?? [];
    return name === undefined || /= alias\(|statement\(|Promise</.test(body) ? [] : [{ name, body }];
  });
}

function names(body: string, alias: string): boolean {
  return new RegExp(`(?<![\\w.])${alias}\\.\\w`).test(body);
}

/** As in `FROM ${apps} a` or `(SELECT …) a`. */
function introduces(body: string, alias: string): boolean {
  return new RegExp(`[})] (?:AS )?${alias}\\b`).test(body);
}
