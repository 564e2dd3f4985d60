import type { Files } from "./imports.ts";

/**
 * Returns the exported SQL values, and functions that return one, that name a column of an alias, their file's own or one
 * that it imports, that their text does not introduce: a statement that uses one needs a row of that name. Statements are
 * no SQL values. Code is read as text: a row that is introduced under the name of a CTE counts, too.
 */
export function freeFragments(files: Files): readonly string[] {
  const exported = new Set([...files.values()].flatMap((text) => namesIn(text, /^export const (\w+) = alias\(/gm)));
  return [...files].flatMap(([path, text]) => {
    const code = text.replace(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
    const imported = [...code.matchAll(/^import \{([^}]*)\}/gm)].flatMap(([, list = ""]) => namesIn(list, /(\w+)/g));
    const aliases = [
      ...namesIn(code, /^(?:export )?const (\w+) = alias\(/gm),
      ...imported.filter((name) => exported.has(name)),
    ];
    return declarationsOf(code)
      .filter(({ body }) => aliases.some((alias) => names(body, alias) && !introduces(body, alias)))
      .map(({ name }) => `${path}: ${name}`);
  });
}

function namesIn(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, name = ""]) => name);
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

/** As in `FROM ${apps} a`, `(SELECT …) a` or `FROM ${a}`. */
function introduces(body: string, alias: string): boolean {
  return new RegExp(`[})] (?:AS )?${alias}\\b|\\$\\{${alias}\\}`).test(body);
}
