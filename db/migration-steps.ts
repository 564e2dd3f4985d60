export type MigrationStep = {
  readonly statement: string;
  readonly repeats: boolean;
  /** The index that the statement creates. An interrupted statement leaves it behind as invalid. */
  readonly index: string | undefined;
};

const FIRST_LINE = "-- runs outside a transaction";
const stepLine = /^-- step: (once|until it changes no row)$/gm;

const createsIndex = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (\w+)\s+ON\b/i;
const repeatable = [
  createsIndex,
  /^DROP INDEX CONCURRENTLY IF EXISTS \w+$/i,
  /^ALTER TABLE \w+\s+VALIDATE CONSTRAINT \w+$/i,
];
const changesRows = /^(?:UPDATE|DELETE|INSERT|WITH)\b/i;

/** Returns no steps for a migration within a transaction. Throws for an unsuitable step. */
export function readSteps(name: string, text: string): readonly MigrationStep[] {
  if (!text.startsWith(`${FIRST_LINE}\n`)) return [];
  const [head = "", ...parts] = text.split(stepLine);
  if (withoutComments(head) !== "" || parts.length === 0) {
    throw new Error(
      `${name}: each statement of a migration outside a transaction stands below a line "-- step: once".`,
    );
  }
  return parts.flatMap((kind, place) =>
    place % 2 === 0 ? [readStep(name, kind !== "once", parts[place + 1] ?? "")] : [],
  );
}

function readStep(name: string, repeats: boolean, text: string): MigrationStep {
  const statement = withoutComments(text).replace(/;$/, "");
  if (statement.includes(";")) throw new Error(`${name}: a step is one statement, since two would be one transaction.`);
  if (!(repeats ? [changesRows] : repeatable).some((pattern) => pattern.test(statement))) {
    throw new Error(
      `${name}: a step that runs once is CREATE INDEX CONCURRENTLY, DROP INDEX CONCURRENTLY IF EXISTS or VALIDATE ` +
        `CONSTRAINT, which may be interrupted; one that is repeated changes rows. Found: ${statement.slice(0, 80)}`,
    );
  }
  return { statement, repeats, index: createsIndex.exec(statement)?.[1] };
}

/** Returns the versions in lines such as `-- requires 0033`. */
export function readRequired(text: string): readonly number[] {
  return [...text.matchAll(/^-- requires (\d{4})$/gm)].map(([, version]) => Number(version));
}

function withoutComments(text: string): string {
  return text.replace(/--.*/g, "").trim();
}
