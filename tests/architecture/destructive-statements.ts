/** A statement of a migration that may break the release before it. */
export type Destruction = { readonly statement: string; readonly what: string };

/** The comment that says why no release in use needs what the statement removes. */
const marker = /^--[ \t]*destructive:[ \t]*\S.{9,}/m;

type Rule = { readonly what: string; readonly breaks: (clause: string) => boolean };

const matches = (pattern: RegExp) => (clause: string) => pattern.test(clause);

const rules: readonly Rule[] = [
  { what: "drops something", breaks: matches(/\bDROP\b(?!\s+NOT\s+NULL)/i) },
  { what: "changes a type", breaks: matches(/\bALTER\s+(?:COLUMN\s+)?\S+\s+(?:SET\s+DATA\s+)?TYPE\b/i) },
  { what: "renames something", breaks: matches(/\bRENAME\b/i) },
  { what: "empties a table", breaks: matches(/^\s*TRUNCATE\b/i) },
  { what: "deletes every row", breaks: (clause) => /\bDELETE\s+FROM\b/i.test(clause) && !/\bWHERE\b/i.test(clause) },
  {
    what: "requires a column that the release before does not write",
    breaks: (clause) =>
      /\bSET\s+NOT\s+NULL\b|\bADD\s+(?:COLUMN\s+)?(?!CONSTRAINT\b)\S+\s[\s\S]*\bNOT\s+NULL\b/i.test(clause) &&
      !/\bDEFAULT\b|\bGENERATED\b/i.test(clause),
  },
];

/** Returns the destructive statements without a comment `-- destructive: <reason>` above them. */
export function findUnmarkedDestruction(sql: string): readonly Destruction[] {
  return splitStatements(sql).flatMap((written) => {
    if (marker.test(written)) return [];
    const statement = withoutComments(written).trim();
    const clauses = clausesOf(statement);
    return rules.filter(({ breaks }) => clauses.some(breaks)).map(({ what }) => ({ statement, what }));
  });
}

/** Returns statements with the comments above them, without string literals and function bodies, which do not run yet. */
function splitStatements(sql: string): readonly string[] {
  return sql
    .replace(/\bDO\s+\$(\w*)\$([\s\S]*?)\$\1\$/gi, (_block, _tag, body: string) => body)
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "")
    .replace(/--.*|'(?:[^']|'')*'/g, (found) => (found.startsWith("--") ? found.replaceAll(";", ",") : "''"))
    .split(";");
}

function withoutComments(written: string): string {
  return written.replace(/--.*/g, "").replace(/\/\*[\s\S]*?\*\//g, "");
}

/** Splits an ALTER into its actions, at the commas outside parentheses. */
function clausesOf(statement: string): readonly string[] {
  if (!/^ALTER\b/i.test(statement)) return [statement];
  return statement.replace(/\([^()]*\)/g, "()").split(",");
}
