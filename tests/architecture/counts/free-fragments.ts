import type { Files } from "./imports.ts";
import { type Declaration, declarationsIn, identifier, nodesIn, templatesIn, variablesIn } from "./syntax.ts";

/**
 * Returns the exported SQL values, and functions that return one, that name a row that their text does not introduce: an
 * alias, their file's own or one that it imports, or a row of a query that they are put into. A statement that uses one
 * needs a row of that name. Statements are no SQL values. SQL is read as text: a row that is introduced anywhere in it
 * counts, and so does a CTE of its name.
 */
export function freeFragments(files: Files): readonly string[] {
  const sources = [...files].map(([path, text]) => ({ path, declarations: declarationsIn(text) }));
  const shared = new Set(sources.flatMap(({ declarations }) => aliasesIn(declarations.filter(isExported))));
  return sources.flatMap(({ path, declarations }) => {
    const imported = declarations.filter(({ kind, name }) => kind === "imported" && shared.has(name));
    const aliases = new Set([...aliasesIn(declarations), ...imported.map(({ name }) => name)]);
    return declarations
      .filter((declaration) => isExported(declaration) && !isAlias(declaration) && !sendsStatements(declaration))
      .map(({ name, node }) => ({ name, rows: freeRows(node, aliases) }))
      .filter(({ rows }) => rows.length > 0)
      .map(({ name, rows }) => `${path}: ${name} names ${rows.join(", ")}`);
  });
}

function isExported({ kind }: Declaration): boolean {
  return kind === "exported";
}

function aliasesIn(declarations: readonly Declaration[]): readonly string[] {
  return declarations.filter(isAlias).map(({ name }) => name);
}

function isAlias({ node }: Declaration): boolean {
  return "init" in node && calls(node.init, "alias");
}

function sendsStatements({ node }: Declaration): boolean {
  return nodesIn(node).some((each) => calls(each, "statement") || isPromise(each));
}

function calls(node: unknown, name: string): boolean {
  return typeof node === "object" && node !== null && "callee" in node && identifier(node.callee).includes(name);
}

function isPromise(node: object): boolean {
  return "typeName" in node && identifier(node.typeName).includes("Promise");
}

/** Returns the rows that a declaration names and its SQL does not introduce. */
function freeRows(node: Declaration["node"], aliases: ReadonlySet<string>): readonly string[] {
  const sql = templatesIn(node)
    .join("\n")
    .replaceAll(/'[^']*'/g, "''");
  const named = [
    ...variablesIn(node).filter((name) => aliases.has(name)),
    ...[...sql.matchAll(/(?<![\w.$"}])([a-z_]\w*)\.(?=[a-z_"*])/g)].map(([, row = ""]) => row),
  ];
  return [...new Set(named)].filter((row) => row !== "excluded" && !introduces(sql, row));
}

/** As in `FROM ${apps} app`, `(SELECT …) app`, `FROM ${app}`, `FROM run`, `JOIN run` or `WITH run AS (…)`. */
function introduces(sql: string, row: string): boolean {
  return new RegExp(`[\\w},)"] ${row}\\b(?!\\.)|\\$\\{${row}\\}|\\b${row} AS\\b`).test(sql);
}
