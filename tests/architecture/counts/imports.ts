import { posix } from "node:path";

/** Texts by path from the root of a checkout. */
export type Files = ReadonlyMap<string, string>;

/** The nodes to which each node leads. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the files that each file imports, its types and what is loaded later included. Other packages are left out. */
export function findImports(files: Files): Graph {
  return new Map([...files].map(([path, text]) => [path, importsOf(path, text, files)]));
}

function importsOf(path: string, text: string, files: Files): ReadonlySet<string> {
  const specifiers = [...text.matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(
    ([, specifier = ""]) => specifier,
  );
  const imported = specifiers.map((specifier) => posix.join(posix.dirname(path), specifier));
  return new Set(imported.filter((each) => files.has(each)));
}
